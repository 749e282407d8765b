import { settingTable } from '../src/settings/setting-table.ts';

/**
 * The variables that CI sets and that affect tools started by tests: vitest refuses `.only`, and the suite writes GitHub
 * annotations.
 */
const ofRunners = ['CI', 'GITHUB_ACTIONS', 'GITHUB_STEP_SUMMARY', 'FORCE_COLOR', 'NO_COLOR'];

/**
 * Removes variables from the environment of all tests that would make started programs behave differently on different
 * machines.
 */
export default function forgetSettings(): void {
  for (const name of [...settingTable.map((setting) => setting.name), ...ofRunners]) delete process.env[name];
}
