import { CaseInconclusive } from '../outcome/case-inconclusive.ts';
import { CaseSkipped } from '../outcome/case-skipped.ts';
import { waitFor } from '../places/waits.ts';

/** How many milliseconds a function of the adapter may take. A command has a shorter limit of its own. */
const longest = 60_000;

/**
 * Calls a function of the adapter. An error or a delay in the adapter proves nothing about the deployment.
 * @throws CaseInconclusive where the function fails or is late; CaseSkipped where the adapter's command reports that it cannot do
 * it
 */
export async function askAdapter<Value>(field: string, work: () => Promise<Value>): Promise<Value> {
  let timer: NodeJS.Timeout | undefined;
  try {
    const late = new Promise<never>((_resolve, reject) => {
      const why = `The adapter's ${field} did not end within ${longest / 1000} s.`;
      // The timer is unreferenced, so that the run can end sooner where nothing else is left to do.
      timer = setTimeout(() => reject(new CaseInconclusive(why)), longest).unref();
    });
    return await waitFor(`the adapter's ${field}`, longest, () => Promise.race([work(), late]));
  } catch (error) {
    if (error instanceof CaseInconclusive || error instanceof CaseSkipped) throw error;
    throw new CaseInconclusive(`The adapter's ${field} failed: ${error instanceof Error ? error.message : String(error)}`);
  } finally {
    clearTimeout(timer);
  }
}
