import { StartError } from '../errors/start-error.ts';
import { UsageError } from '../errors/usage-error.ts';
import { StoreUnavailableError } from '../store/store-unavailable-error.ts';

/** Prints the result of an operator's command, or a sentence about its failure, and sets the exit code. */
export async function printResult(work: () => Promise<string>): Promise<void> {
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    // Ignores a pipe that `head` has closed. Reports other errors, because the lost result may be a new secret.
    if (error.code === 'EPIPE') return;
    process.stderr.write(`The command was carried out, but its result could not be written: ${error.message}.\n`);
    process.exitCode = 1;
  });
  try {
    process.stdout.write(await work());
  } catch (error) {
    printError(error);
  }
}

/** Prints a sentence about a failure. The exit code is 2 for invalid arguments, otherwise 1. Rethrows unexpected errors. */
export function printError(error: unknown): void {
  // A StoreUnavailableError occurs if the database becomes unavailable during a start.
  const isTold = error instanceof StartError || error instanceof UsageError || error instanceof StoreUnavailableError;
  if (!isTold) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = error instanceof UsageError ? 2 : 1;
}
