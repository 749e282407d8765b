import { isoTime } from '@payment-invoice/kit/lifecycle';
import { type DestinationStream, destination, type Logger, pino } from 'pino';

/** The longest that a line waits for others, in milliseconds. */
const wait = 10;
/** The bytes that are written at once: a pipe's reader gets lines whole (PIPE_BUF of Linux is as much). */
const enough = 4096;
/** The most bytes that are kept of lines that cannot be written; the rest is dropped. */
const kept = 1024 * 1024;
/** The most times that the end of the process tries to hand a slow reader the rest. */
const lastTries = 50;

let standardError: DestinationStream | undefined;

/**
 * Returns standard error, written to every few milliseconds: a system call for each line costs as much as a look-up in the database.
 * A process that ends has written all that is read; one that is killed may lose the lines of its last moment.
 */
function logDestination(): DestinationStream {
  standardError ??= createDestination();
  return standardError;
}

function createDestination(): DestinationStream {
  // What a reader that is behind has no room for is kept: trying until there is would hold up every request, for ever if it has hung.
  const stream = destination({ fd: 2, sync: true, minLength: enough, maxLength: kept, retryEAGAIN: () => false });
  let isWaiting = false;
  let isBehind = false;
  const flush = () => {
    isWaiting = false;
    stream.flush();
  };
  const flushLater = () => {
    if (isWaiting) return;
    isWaiting = true;
    setTimeout(flush, wait).unref();
  };
  // A full disk, or a reader that has gone: payments go on without a log.
  stream.on('error', ({ code }: NodeJS.ErrnoException) => {
    isBehind = code === 'EAGAIN';
    if (isBehind) flushLater();
  });
  // Not flushSync, which tries again for ever whatever the error.
  process.on('exit', () => {
    for (let tries = 0; tries < lastTries; tries++) {
      isBehind = false;
      stream.flush();
      if (!isBehind) break;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, wait);
    }
    // What is less than enough is left after more was written.
    stream.flush();
  });
  return {
    write: (line) => {
      stream.write(line);
      flushLater();
    },
  };
}

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

/** Writes log entries for people at a terminal, a line each: `10:04:07 POST /api/v1/payments/create 200, 3.1 ms`. */
export function createTerminalLog(output: Pick<NodeJS.WriteStream, 'write'>): DestinationStream {
  return {
    write: (line) => {
      const text = describeEntry(line);
      if (text !== '') output.write(`${text}\n`);
    },
  };
}

/** Describes an entry, a line of JSON. The start was told already, so its entry is empty; what has no form of its own stays JSON. */
function describeEntry(line: string): string {
  const { time, level, msg, method, path, status, ms, err, ...rest } = JSON.parse(line);
  const at = String(time).slice(11, 19);
  if (msg === 'listening') return '';
  if (method !== undefined && path !== undefined) return `  ${at} ${method} ${path} ${status}, ${ms} ms`;
  const kind = level >= 50 ? 'Error: ' : level >= 40 ? 'Warning: ' : '';
  const facts = Object.keys(rest).length > 0 ? ` ${JSON.stringify(rest)}` : '';
  return `  ${at} ${kind}${msg}${facts}${err ? `\n${err.stack ?? err.message ?? JSON.stringify(err)}` : ''}`;
}
