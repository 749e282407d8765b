import { isDeepStrictEqual } from 'node:util';
import { operationById } from '../../src/contract/contract.ts';
import { showValue } from '../../src/contract/describe-schema.ts';
import { type Exchange, responseObject } from '../../src/http/exchange.ts';
import { withHeader } from '../../src/http/json-request.ts';
import type { Inputs } from '../../src/subject/request-for.ts';
import type { Subject } from '../../src/subject/subject.ts';

/** Sends a create with an Idempotency-Key. */
export function create(subject: Subject, key: string, body: Inputs = subject.createBody, text?: string): Promise<Exchange> {
  const request = withHeader(subject.requestOf('createPayment', body), 'Idempotency-Key', key);
  return subject.send(text === undefined ? request : { ...request, body: text });
}

/** Returns the id in a response. */
export const idOf = (exchange: Exchange | undefined): unknown => exchange?.answer && responseObject(exchange.answer)?.id;
/** Renders a response for a finding. */
export const shown = (exchange: Exchange | undefined): string =>
  `${exchange?.answer?.status} ${showValue(exchange?.answer?.text)}`;

/** Something that is tried with a key of its own. */
export interface KeyTrial {
  id: string;
  title: string;
  requirement: string;
  features?: string[];
  derived?: boolean;
  /** The other keys that it sends as right ones: where the contract forbids one, nobody can try this. */
  sends?(key: string): string[];
  /** Codes of the problems that it expects. */
  problem?: string;
  /** Returns the exchanges, and what is wrong with them; `received` is undefined if nothing is. */
  try(
    subject: Subject,
    key: string,
    features: ReadonlySet<string>,
  ): Promise<{ exchanges: Exchange[]; expected: string; received?: string }>;
}

/** Returns fields that each make another body of the smallest one, of those that create takes. */
export function otherFields({ contract, settings }: Subject): Record<string, unknown>[] {
  const { properties = {} } = operationById(contract, 'createPayment').request;
  return [
    // A server may fill in the default before it compares.
    { isWhiteLabel: properties.isWhiteLabel?.default !== true },
    { amount: Math.round(settings.amount * 100 + 1) / 100 },
    { returnUrl: 'https://example.com/thanks' },
    { callbackUrl: 'https://example.com/payment-callbacks' },
  ].filter((field) => Object.keys(field).every((name) => Object.hasOwn(properties, name)));
}

/** Tells if both responses hold the same JSON object. */
export function sameJson(one: Exchange | undefined, other: Exchange | undefined): boolean {
  const [before, after] = [one, other].map((exchange) => exchange?.answer && responseObject(exchange.answer));
  return before !== undefined && isDeepStrictEqual(before, after);
}

/** Judges a refusal: its status and code, where problem details are claimed. */
export function refusedWith(
  exchange: Exchange | undefined,
  status: number,
  code: string,
  features: ReadonlySet<string>,
): { expected: string; received?: string } {
  const response = exchange?.answer;
  // Only problem-details promises the status and the body of a refusal.
  if (!features.has('problem-details') && response && response.status >= 400 && response.status < 500)
    return { expected: 'a 4xx response' };
  const right = response?.status === status && responseObject(response)?.code === code;
  return { expected: `${status} ${code}`, ...(!right && { received: `${response?.status} ${showValue(response?.text)}` }) };
}
