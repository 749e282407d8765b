import type { Operation } from '../../../src/contract/contract.ts';
import type { Exchange } from '../../../src/http/exchange.ts';
import { baselineOf } from '../../../src/subject/baseline.ts';
import type { Subject } from '../../../src/subject/subject.ts';
import type { Violation } from '../../violations/violation.ts';

/** Sends a violation, once in a run however many cases look at the response. */
export async function sendViolation(
  subject: Subject,
  operation: Operation,
  violation: Violation,
): Promise<{ exchange: Exchange; difference: string; accepted: boolean; notFoundRefuses: boolean }> {
  const { body, accepted, notFoundRefuses } = await baselineOf(subject, operation);
  const { spec, difference } = violation.request(body, subject.settings.token);
  const exchange = await subject.share(`${operation.slug}/${violation.id}`, () => subject.send(spec));
  return { exchange, difference, accepted, notFoundRefuses };
}
