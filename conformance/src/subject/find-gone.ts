import type { Contract } from '../contract/contract.ts';
import { type Exchange, responseObject } from '../http/exchange.ts';
import { gatewayStatuses } from '../wire/send-patiently.ts';
import { Subject, type SubjectSettings } from './subject.ts';

/**
 * Fetches the first invoice of the run once more. Describes the failure if nothing responds any more, or only a gateway;
 * returns undefined if the deployment is there: a 429 is a response too.
 */
export async function findGone(contract: Contract, settings: SubjectSettings, baseline: Exchange): Promise<string | undefined> {
  const invoice = baseline.answer && responseObject(baseline.answer);
  try {
    const { answer: response } = await new Subject(contract, { ...settings, maxWait: 0 }).fetch(invoice?.id ?? '');
    return response && gatewayStatuses.includes(response.status) ? `it returns ${response.status}` : undefined;
  } catch (error) {
    return error instanceof Error && 'unanswered' in error ? error.message.replace(/\.$/, '') : undefined;
  }
}
