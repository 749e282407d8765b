import { settingTable } from '../src/settings/setting-table.ts';

/** Variables that a runner of CI sets, and that tools take up which tests start: vitest refuses `.only`, the suite writes GitHub's annotations. */
const ofRunners = ['CI', 'GITHUB_ACTIONS', 'GITHUB_STEP_SUMMARY', 'FORCE_COLOR', 'NO_COLOR'];

/** Takes out of the environment of all tests what would make the programs that they start behave in another way on another machine. */
export default function forgetSettings(): void {
  for (const name of [...settingTable.map((setting) => setting.name), ...ofRunners]) delete process.env[name];
}
