import { type DestinationStream, destination } from 'pino';

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
export function logDestination(): DestinationStream {
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
