import { type DestinationStream, type Logger, pino } from 'pino';
import { logDestination } from './log-destination.ts';

/** Makes the logger of a server: a line of JSON for each entry, on standard error unless there is another destination. */
export function createLogger(level: string, logTo: DestinationStream | undefined): Logger {
  return pino({ base: null, level, timestamp: pino.stdTimeFunctions.isoTime }, logTo ?? logDestination());
}
