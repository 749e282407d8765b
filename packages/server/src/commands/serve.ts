import { setFlagsFromString } from 'node:v8';
import { createLog } from '../monitoring/create-log.ts';
import { parseOptions } from '../settings/parse-options.ts';
import { readSettings } from '../settings/read-settings.ts';
import type { ServerSettings } from '../settings/server-settings.ts';
import { optionOf, settingTable } from '../settings/setting-table.ts';
import { describeForPeople, describeForPrograms, describeVersion, helpText } from './describe-start.ts';
import { onStopSignal } from './launch.ts';
import { printError } from './print-result.ts';

// The server goes on even when the process that started it stops reading its output.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);

try {
  const command = readCommand(process.argv.slice(2), process.env);
  if (command.help) process.stdout.write(helpText);
  else if (command.version) process.stdout.write(describeVersion());
  else await serve(command);
} catch (error) {
  printError(error);
}

async function serve(command: ReturnType<typeof readCommand>): Promise<void> {
  // Node.js would print warnings as plain text between lines of JSON.
  const { logger } = createLog(command.settings.logLevel ?? 'info', undefined);
  process.removeAllListeners('warning').on('warning', (err) => logger.warn({ err }, err.message));
  // Imported only now, because it loads everything, and help and a mistyped option must get an immediate response.
  const starting = import('../start/start-server.ts').then(({ startServer }) => startServer(command.settings));
  const stop = async () => {
    const server = await starting.catch(() => undefined);
    await server?.close();
    // A server that could not start sets an exit code of its own.
    if (server) process.exit(0);
  };
  // Registered before the server listens, so that a signal always closes it properly.
  onStopSignal(stop);
  const server = await starting;
  keepYoungGeneration();
  process.stdout.write(command.json ? describeForPrograms(server) : describeForPeople(server));
}

/**
 * Limits the space for new objects to its size after the start (16 MB, twice). Under load V8 would enlarge it to four
 * times that, a hundred megabytes that are never released, with no measurable benefit.
 */
function keepYoungGeneration(): void {
  setFlagsFromString('--semi-space-growth-factor=1');
}

/** A parsed command line with the settings from the environment. */
export interface Command {
  help: boolean;
  version: boolean;
  json: boolean;
  settings: ServerSettings;
}

/**
 * Reads the command line and the environment. An option takes precedence over a variable.
 * @throws UsageError when an option is unknown, or with a sentence for each wrong setting
 */
export function readCommand(args: readonly string[], env: NodeJS.ProcessEnv): Command {
  const { json = false, help = false, version = false, ...options } = readOptions(args);
  const values = settingTable.map((setting) => [setting.name, options[optionOf(setting)] ?? env[setting.name]]);
  return {
    json: json === true,
    help: help === true,
    version: version === true,
    // Help and version are shown even when settings are wrong.
    settings: help || version ? { dataDir: '' } : readSettings(Object.fromEntries(values)),
  };
}

function readOptions(args: readonly string[]): Record<string, string | boolean | undefined> {
  const named = settingTable
    .filter(({ isSecret }) => !isSecret)
    .map((setting) => [optionOf(setting), { type: 'string' }] as const);
  const flags = { json: { type: 'boolean' }, help: { type: 'boolean', short: 'h' }, version: { type: 'boolean' } } as const;
  const config = { args: [...args], options: { ...flags, ...Object.fromEntries(named) } };
  return parseOptions(config, 'Run with --help for what there is.').values as Record<string, string | boolean | undefined>;
}
