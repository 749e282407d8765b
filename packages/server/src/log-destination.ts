import { type DestinationStream, destination } from 'pino';

/** How long a line may wait for others, in milliseconds. */
const WAIT = 10;
/** What is written at once, in bytes: a pipe's reader gets lines whole (PIPE_BUF of Linux is as much). */
const ENOUGH = 4096;

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
  const stream = destination({ fd: 2, sync: true, minLength: ENOUGH });
  let isWaiting = false;
  const flush = () => {
    isWaiting = false;
    stream.flush();
  };
  process.on('exit', () => {
    try {
      stream.flushSync();
    } catch {
      // Whoever read it has gone.
    }
  });
  return {
    write: (line) => {
      stream.write(line);
      if (isWaiting) return;
      isWaiting = true;
      setTimeout(flush, WAIT).unref();
    },
  };
}
