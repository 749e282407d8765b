import { type DestinationStream, type Logger, pino } from 'pino';
import { logDestination } from './log-destination.ts';
import { createTerminalLog } from './terminal-log.ts';

/** Makes the logger of a server. It writes to standard error unless there is another destination: lines for people on a terminal, else JSON. */
export function createLogger(level: string, logTo: DestinationStream | undefined): Logger {
  return pino(
    { base: null, level, timestamp: pino.stdTimeFunctions.isoTime },
    logTo ?? (process.stderr.isTTY ? createTerminalLog(process.stderr) : logDestination()),
  );
}
