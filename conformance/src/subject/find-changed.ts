import type { Contract } from '../contract/contract.ts';
import { type Exchange, responseObject, sendsToken } from '../http/exchange.ts';
import { gatewayStatuses } from '../wire/send-patiently.ts';
import { Subject, type SubjectSettings } from './subject.ts';

/** Conditions that a run took for granted of its deployment and that no longer hold. */
export interface Changed {
  /** The failure of a deployment that no longer responds, or of which only a gateway does. */
  gone?: string;
  /** The status with which it refuses the token that it accepted before. */
  refused?: number;
}

const refusals = [401, 403];

/**
 * Looks at the deployment again: fetches the first invoice of the run once more, and where that is refused creates another. A 429
 * is a response too.
 */
export async function findChanged(contract: Contract, settings: SubjectSettings, baseline: Exchange): Promise<Changed> {
  const subject = new Subject(contract, { ...settings, maxWait: 0 });
  const invoice = baseline.answer && responseObject(baseline.answer);
  // An operation of a document about anything may have been refused from the beginning.
  if (refusals.includes(baseline.answer?.status ?? 0)) return {};
  try {
    const asked = contract.plain ? subject.send(baseline.request) : subject.fetch(invoice?.id ?? '');
    const status = (await asked).answer?.status ?? 0;
    if (gatewayStatuses.includes(status)) return { gone: `it returns ${status}` };
    if (!refusals.includes(status)) return {};
    if (contract.plain) return { refused: status };
    const again = (await subject.create()).answer?.status ?? 0;
    return refusals.includes(again) ? { refused: again } : {};
  } catch (error) {
    return error instanceof Error && 'unanswered' in error ? { gone: error.message.replace(/\.$/, '') } : {};
  }
}

/** Tells if a request with the token of the run was refused as one without a right. */
export const isRefused = ({ request, answer }: Exchange): boolean =>
  answer !== undefined && refusals.includes(answer.status) && sendsToken(request);

/**
 * Finds where a token that is not accepted any more ended: the number of requests until then, and the time, in milliseconds.
 * @param exchanges in the order of arrival
 */
export function findEnd(exchanges: readonly Exchange[]): { requests: number; at: number } {
  const last = exchanges.findLastIndex(
    ({ request, answer }) => answer !== undefined && answer.status < 300 && sendsToken(request),
  );
  const first = exchanges.slice(last + 1).find(isRefused);
  return { requests: last + 1, at: Date.parse(first?.startedAt ?? new Date().toISOString()) };
}
