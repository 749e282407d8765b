import { parseOptions } from '../settings/parse-options.ts';
import { readSettings } from '../settings/read-settings.ts';
import type { ServerSettings } from '../settings/server-settings.ts';
import { optionOf, settingTable } from '../settings/setting-table.ts';

/** A parsed command line, with the settings from options and environment variables. */
export interface Command {
  help: boolean;
  version: boolean;
  json: boolean;
  settings: ServerSettings;
}

/** Reads each setting from its option or else from its variable. Throws a UsageError with a sentence about each error. */
export function readCommand(args: readonly string[], env: NodeJS.ProcessEnv): Command {
  const { json = false, help = false, version = false, ...options } = readOptions(args);
  const values = settingTable.map((setting) => [setting.name, options[optionOf(setting)] ?? env[setting.name]]);
  return {
    json: json === true,
    help: help === true,
    version: version === true,
    // Help and version are printed even if a setting is invalid.
    settings: help || version ? { dataDir: '' } : readSettings(Object.fromEntries(values)),
  };
}

function readOptions(args: readonly string[]): Record<string, string | boolean | undefined> {
  const open = settingTable.filter(({ isSecret }) => !isSecret);
  const named = open.map((setting) => [optionOf(setting), { type: 'string' }] as const);
  const flags = { json: { type: 'boolean' }, help: { type: 'boolean', short: 'h' }, version: { type: 'boolean' } } as const;
  const config = { args: [...args], options: { ...flags, ...Object.fromEntries(named) } };
  return parseOptions(config, 'Run with --help for the options.').values as Record<string, string | boolean | undefined>;
}
