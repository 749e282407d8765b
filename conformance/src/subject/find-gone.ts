import type { Contract } from '../contract/contract.ts';
import { type Exchange, responseObject } from '../http/exchange.ts';
import { gatewayStatuses } from '../wire/send-patiently.ts';
import { Subject, type SubjectSettings } from './subject.ts';

/**
 * Asks once more for the first invoice of the run. What the deployment is like where nothing answers any more, or only
 * what stands in front of it; undefined where it is there: a 429 is an answer too.
 */
export async function findGone(contract: Contract, settings: SubjectSettings, baseline: Exchange): Promise<string | undefined> {
  const invoice = baseline.answer && responseObject(baseline.answer);
  try {
    const { answer: response } = await new Subject(contract, { ...settings, maxWait: 0 }).fetch(invoice?.id ?? '');
    return response && gatewayStatuses.includes(response.status) ? `it answers ${response.status}` : undefined;
  } catch (error) {
    return error instanceof Error && 'unanswered' in error ? error.message.replace(/\.$/, '') : undefined;
  }
}
