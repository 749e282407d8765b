import { settingTable } from '../src/settings/setting-table.ts';

/**
 * The variables that CI sets and that change the behaviour of tools: with them, vitest refuses `.only`, and the suite
 * writes GitHub annotations.
 */
const ofRunners = ['CI', 'GITHUB_ACTIONS', 'GITHUB_STEP_SUMMARY', 'FORCE_COLOR', 'NO_COLOR'];

/**
 * Removes variables from the environment of all tests, because programs that tests start would otherwise behave
 * differently on different machines.
 */
export default function forgetSettings(): void {
  for (const name of [...settingTable.map((setting) => setting.name), ...ofRunners]) delete process.env[name];
}
