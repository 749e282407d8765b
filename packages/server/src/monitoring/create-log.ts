import { isoTime } from '@payment-invoice/kit/lifecycle';
import { type DestinationStream, destination, type Logger, pino } from 'pino';

/** How long a line waits for more lines, so that they are written together, in milliseconds. */
const wait = 10;
/** Waiting lines are written once they reach this many bytes: PIPE_BUF of Linux, so that a pipe's reader gets whole lines. */
const enough = 4096;
/** The maximum number of bytes of unwritten lines. Once it is reached, new lines are dropped. */
const kept = 1024 * 1024;
/** How many times an ending process tries to write its remaining lines to a slow reader. */
const lastTries = 50;

let standardError: DestinationStream | undefined;

/**
 * Returns a stream that writes to standard error every few milliseconds, because a system call for each line would cost as much
 * as a database look-up. A process that ends normally writes all lines that the reader accepts.
 */
function logDestination(): DestinationStream {
  standardError ??= createDestination();
  return standardError;
}

function createDestination(): DestinationStream {
  // `retryEAGAIN` turns off immediate retries: lines that a slow reader does not accept yet stay in memory. Retrying immediately
  // would block every request, forever if the reader hangs.
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
  // If the disk is full or the reader is gone, the server continues without a log.
  stream.on('error', ({ code }: NodeJS.ErrnoException) => {
    isBehind = code === 'EAGAIN';
    if (isBehind) flushLater();
  });
  // Does not use flushSync, which retries forever after any error.
  process.on('exit', () => {
    for (let tries = 0; tries < lastTries; tries++) {
      isBehind = false;
      stream.flush();
      if (!isBehind) break;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, wait);
    }
    // Flushes again, because the first flush may leave a remainder smaller than `minLength`.
    stream.flush();
  });
  return {
    write: (line) => {
      stream.write(line);
      flushLater();
    },
  };
}

/** The facts for a response's log line: who sent which request, and with what result. */
export interface ResponseLine {
  requestId: string;
  method: string | undefined;
  path: string;
  status: number;
  /** How long the request took, in milliseconds. */
  ms: number;
  address: string | undefined;
  account: string | undefined;
  /** The id of the token, which may be logged because it is not secret. */
  token: string | undefined;
}

export interface ServerLog {
  logger: Logger;
  /** Writes the line for a response as `logger` would, but in half the time. */
  logResponse: (line: ResponseLine) => void;
}

/** Makes the log of a server. By default it goes to standard error, as readable text if that is a terminal, otherwise as JSON. */
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

/** Writes each log entry as a readable line: `10:04:07 POST /api/v1/payments/create 200, 3.1 ms`. */
export function createTerminalLog(output: Pick<NodeJS.WriteStream, 'write'>): DestinationStream {
  return {
    write: (line) => {
      const text = describeEntry(line);
      if (text !== '') output.write(`${text}\n`);
    },
  };
}

/** Describes a log entry, which is a line of JSON, as text. Returns an empty string for the entry `listening`. */
function describeEntry(line: string): string {
  const { time, level, msg, method, path, status, ms, err, ...rest } = JSON.parse(line);
  const at = String(time).slice(11, 19);
  if (msg === 'listening') return '';
  if (method !== undefined && path !== undefined) return `  ${at} ${method} ${path} ${status}, ${ms} ms`;
  const kind = level >= 50 ? 'Error: ' : level >= 40 ? 'Warning: ' : '';
  const facts = Object.keys(rest).length > 0 ? ` ${JSON.stringify(rest)}` : '';
  return `  ${at} ${kind}${msg}${facts}${err ? `\n${err.stack ?? err.message ?? JSON.stringify(err)}` : ''}`;
}
