import { settingTable } from '../src/settings/setting-table.ts';

/** Takes the settings of a server out of the environment of all tests: a shell may hold those of another one. */
export default function forgetSettings(): void {
  for (const { name } of settingTable) delete process.env[name];
}
