import { setFlagsFromString } from 'node:v8';
import { createLog } from '../monitoring/create-log.ts';
import { describeForPeople, describeForPrograms, describeVersion, helpText } from './describe-start.ts';
import { onStopSignal } from './on-stop-signal.ts';
import { printError } from './print-result.ts';
import { readCommand } from './read-command.ts';

// Whoever started us may stop reading; that is no reason to stop serving.
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
  // Node.js would print its own, and those of libraries, as text among lines of JSON.
  const { logger } = createLog(command.settings.logLevel ?? 'info', undefined);
  process.removeAllListeners('warning').on('warning', (err) => logger.warn({ err }, err.message));
  // Late, because it loads everything: help and a mistyped option respond at once.
  const starting = import('../start/start-server.ts').then(({ startServer }) => startServer(command.settings));
  const stop = async () => {
    const server = await starting.catch(() => undefined);
    await server?.close();
    // One that could not start has its own exit code.
    if (server) process.exit(0);
  };
  // Before it listens, so that there is no moment at which a signal would end it unclosed.
  onStopSignal(stop);
  const server = await starting;
  keepYoungGeneration();
  process.stdout.write(command.json ? describeForPrograms(server) : describeForPeople(server));
}

/**
 * Keeps the space for new objects as large as starting has made it (16 MB, twice). V8 would let it grow to four times that under
 * load: a hundred megabytes that are never released, for nothing that could be measured.
 */
function keepYoungGeneration(): void {
  setFlagsFromString('--semi-space-growth-factor=1');
}
