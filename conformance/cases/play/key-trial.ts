import { showValue } from '../../src/contract/describe-schema.ts';
import { type Exchange, responseObject } from '../../src/http/exchange.ts';
import type { Inputs } from '../../src/subject/request-for.ts';
import type { Subject } from '../../src/subject/subject.ts';

/** Sends a create with an Idempotency-Key. */
export function create(subject: Subject, key: string, body: Inputs = subject.createBody, text?: string): Promise<Exchange> {
  const request = subject.requestOf('createPayment', body);
  request.headers.push(['Idempotency-Key', key]);
  return subject.send(text === undefined ? request : { ...request, body: text });
}

/** Returns the id of the invoice in a response. */
export const idOf = (exchange: Exchange | undefined): unknown => exchange?.answer && responseObject(exchange.answer)?.id;
/** Renders a response for a finding. */
export const shown = (exchange: Exchange | undefined): string =>
  `${exchange?.answer?.status} ${showValue(exchange?.answer?.text)}`;

/** A trial of one or more creates with a key. */
export interface KeyTrial {
  id: string;
  title: string;
  requirement: string;
  features?: string[];
  derived?: boolean;
  /** Codes of the problems that it expects. */
  problem?: string;
  /** Returns the exchanges, and what is wrong with them; `received` is undefined if nothing is. */
  try(
    subject: Subject,
    key: string,
    features: ReadonlySet<string>,
  ): Promise<{ exchanges: Exchange[]; expected: string; received?: string }>;
}

/** Judges that a response is this refusal. */
export function refusedWith(
  exchange: Exchange | undefined,
  status: number,
  code: string,
  features: ReadonlySet<string>,
): { expected: string; received?: string } {
  const response = exchange?.answer;
  // Only problem-details promises the status and the body of a refusal.
  if (!features.has('problem-details') && response && response.status >= 400 && response.status < 500)
    return { expected: 'a 4xx answer' };
  const right = response?.status === status && responseObject(response)?.code === code;
  return { expected: `${status} ${code}`, ...(!right && { received: `${response?.status} ${showValue(response?.text)}` }) };
}
