import { settingTable } from '../src/settings/setting-table.ts';

/** CI variables that change how tools behave: with them, vitest rejects `.only`, and the suite writes GitHub annotations. */
const ofRunners = ['CI', 'GITHUB_ACTIONS', 'GITHUB_STEP_SUMMARY', 'FORCE_COLOR', 'NO_COLOR'];

/** Removes the server's settings and CI's variables from the tests' environment, so that it is the same on all machines. */
export default function forgetSettings(): void {
  for (const name of [...settingTable.map((setting) => setting.name), ...ofRunners]) delete process.env[name];
}
