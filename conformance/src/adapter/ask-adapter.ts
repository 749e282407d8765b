import { CaseInconclusive } from '../outcome/case-inconclusive.ts';
import { CaseSkipped } from '../outcome/case-skipped.ts';

/**
 * What a member of the adapter gives. What it throws, or does not give in time, tells nothing of the deployment.
 * @param limit milliseconds; as long as it takes when undefined
 * @throws CaseInconclusive, or CaseSkipped where the adapter is a command that says so
 */
export async function askAdapter<Value>(field: string, work: () => Promise<Value>, limit?: number): Promise<Value> {
  let timer: NodeJS.Timeout | undefined;
  try {
    if (limit === undefined) return await work();
    const late = new Promise<never>((_resolve, reject) => {
      const why = `The adapter's ${field} did not end within ${limit / 1000} s.`;
      // Where it is all that is left to wait for, the run is over sooner.
      timer = setTimeout(() => reject(new CaseInconclusive(why)), limit).unref();
    });
    return await Promise.race([work(), late]);
  } catch (error) {
    if (error instanceof CaseInconclusive || error instanceof CaseSkipped) throw error;
    throw new CaseInconclusive(`The adapter's ${field} failed: ${error instanceof Error ? error.message : String(error)}`);
  } finally {
    clearTimeout(timer);
  }
}
