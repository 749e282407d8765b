import { StoreUnavailableError } from '../store-unavailable-error.ts';

/** Milliseconds within which a connection must have broken: a database that hangs would have the client wait twice as long. */
const soon = 2_000;

/**
 * Does a piece of work once more when the connection broke under a change: the database, asked again, knows whether it was made.
 * @param work finds a change of its own first try, and does not make it twice
 * @throws StoreUnavailableError that says that the change may have been made, when that could not be found out
 */
export async function askAgain<T>(work: (isAgain: boolean) => Promise<T>): Promise<T> {
  const begun = performance.now();
  try {
    return await work(false);
  } catch (error) {
    if (!(error instanceof StoreUnavailableError && error.mayBeDone) || performance.now() - begun > soon) throw error;
    return await work(true).catch((another) => {
      throw another instanceof StoreUnavailableError ? error : another;
    });
  }
}
