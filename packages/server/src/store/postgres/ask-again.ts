import { StoreUnavailableError } from '../store-unavailable-error.ts';

/**
 * The second try is made only if the connection broke within this many milliseconds. If the database hangs, a second
 * try would only double the time that the client waits.
 */
const soon = 2_000;

/**
 * Does a piece of work a second time when the connection broke during a change, because only the database knows whether
 * the change was made.
 * @param work recognizes a change that its own first try made, and does not repeat it
 * @throws StoreUnavailableError that says that the change may have been made, when the second try could not find out
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
