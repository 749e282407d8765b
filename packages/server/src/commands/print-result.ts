import { StartError } from '../errors/start-error.ts';
import { UsageError } from '../errors/usage-error.ts';
import { StoreUnavailableError } from '../store/store-unavailable-error.ts';

/** Prints the result of an operator's command, or a sentence about what was wrong. Exit code 2 for a wrong call, 1 when it failed. */
export async function printResult(work: () => Promise<string>): Promise<void> {
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    // Who stopped reading, as `| head` does, wants no more. But a secret that is shown once must not be lost in silence.
    if (error.code === 'EPIPE') return;
    process.stderr.write(`It was done, but what came of it could not be written: ${error.message}.\n`);
    process.exitCode = 1;
  });
  try {
    process.stdout.write(await work());
  } catch (error) {
    printError(error);
  }
}

/** Prints a sentence about what was wrong, and sets the exit code: 2 for a wrong call, 1 when it failed. Throws every other error again. */
export function printError(error: unknown): void {
  // The last one when the database goes away in the middle of a start.
  const isTold = error instanceof StartError || error instanceof UsageError || error instanceof StoreUnavailableError;
  if (!isTold) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = error instanceof UsageError ? 2 : 1;
}
