import { type DestinationStream, destination } from 'pino';

/** How long a line may wait for others, in milliseconds. */
const WAIT = 10;
/** What is written at once, in bytes: a pipe's reader gets lines whole (PIPE_BUF of Linux is as much). */
const ENOUGH = 4096;
/** What is kept of lines that cannot be written, in bytes; the rest is dropped. */
const KEPT = 1024 * 1024;

let standardError: DestinationStream | undefined;

/**
 * Standard error, written to every few milliseconds: a system call for each line costs as much as a look-up in the database.
 * A process that ends has written all; one that is killed may owe the lines of its last moment.
 */
export function logDestination(): DestinationStream {
  standardError ??= createDestination();
  return standardError;
}

function createDestination(): DestinationStream {
  const stream = destination({ fd: 2, sync: true, minLength: ENOUGH, maxLength: KEPT });
  // A full disk, or a reader that has gone: payments go on without a log.
  stream.on('error', () => undefined);
  let isWaiting = false;
  const flush = () => {
    isWaiting = false;
    stream.flush();
  };
  // Not flushSync, which tries again for ever whatever the error.
  process.on('exit', () => stream.flush());
  return {
    write: (line) => {
      stream.write(line);
      if (isWaiting) return;
      isWaiting = true;
      setTimeout(flush, WAIT).unref();
    },
  };
}
