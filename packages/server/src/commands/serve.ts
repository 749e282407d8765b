import { setFlagsFromString } from 'node:v8';
import { createLog } from '../monitoring/create-log.ts';
import { describeForPeople, describeForPrograms, describeVersion, helpText } from './describe-start.ts';
import { onStopSignal } from './launch.ts';
import { printError } from './print-result.ts';
import { readCommand } from './read-command.ts';

// The server continues to run if the process that started it stops reading its output.
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
  // By default, Node.js prints warnings as plain text between the lines of JSON.
  const { logger } = createLog(command.settings.logLevel ?? 'info', undefined);
  process.removeAllListeners('warning').on('warning', (err) => logger.warn({ err }, err.message));
  // The server is imported only here, because it is almost all of the code, and help and usage errors do not need it.
  const starting = import('../start/start-server.ts').then(({ startServer }) => startServer(command.settings));
  const stop = async () => {
    const server = await starting.catch(() => undefined);
    await server?.close();
    // If the start has failed, the exit code is already set.
    if (server) process.exit(0);
  };
  // The handler is registered before the server listens, so that any signal closes the server properly.
  onStopSignal(stop);
  const server = await starting;
  keepYoungGeneration();
  process.stdout.write(command.json ? describeForPrograms(server) : describeForPeople(server));
}

/**
 * Keeps the space for new objects as large as it is after the start: two halves of 16 MB each. Under load, V8 would enlarge the
 * space fourfold and never shrink it, which would take a hundred more megabytes without a measurable benefit.
 */
function keepYoungGeneration(): void {
  setFlagsFromString('--semi-space-growth-factor=1');
}
