import { type DestinationStream, type Logger, pino } from 'pino';
import { isoTime } from '../engine/iso-time.ts';
import { logDestination } from './log-destination.ts';
import { createTerminalLog } from './terminal-log.ts';

/** The log line of a response: who asked for what, and what came of it. */
export interface ResponseLine {
  requestId: string;
  method: string | undefined;
  path: string;
  status: number;
  /** The time that it took, in milliseconds. */
  ms: number;
  address: string | undefined;
  account: string | undefined;
  /** The id of the token, which is no secret. */
  token: string | undefined;
}

export interface ServerLog {
  logger: Logger;
  /** Writes the line of a response as `logger` would, in half the time. */
  logResponse: (line: ResponseLine) => void;
}

/** Makes the log of a server. It goes to standard error unless there is another destination: lines for people on a terminal, else JSON. */
export function createLog(level: string, logTo: DestinationStream | undefined): ServerLog {
  const destination = logTo ?? (process.stderr.isTTY ? createTerminalLog(process.stderr) : logDestination());
  const logger = pino({ base: null, level, timestamp: pino.stdTimeFunctions.isoTime }, destination);
  const logsResponses = logger.isLevelEnabled('info');
  return {
    logger,
    logResponse: (line) => {
      if (!logsResponses) return;
      const start = `{"level":${pino.levels.values.info},"time":"${isoTime(Date.now())}","msg":"answered",`;
      destination.write(`${start}${JSON.stringify(line).slice(1)}\n`);
    },
  };
}
