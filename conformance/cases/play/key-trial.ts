import { isDeepStrictEqual } from 'node:util';
import { facts } from '../../payments/facts.ts';
import { amountOf } from '../../payments/pay.ts';
import type { Case } from '../../src/case/case.ts';
import { isClaimedProperty } from '../../src/contract/claimed-schema.ts';
import { compileSchema } from '../../src/contract/compile-schema.ts';
import { type Contract, type Operation, operationById, type Schema } from '../../src/contract/contract.ts';
import { showValue } from '../../src/contract/describe-schema.ts';
import { mendBody, valuesFor } from '../../src/contract/mend-body.ts';
import { type Exchange, hasSucceeded, isSuccess, responseHeader, responseObject } from '../../src/http/exchange.ts';
import { withKey } from '../../src/http/json-request.ts';
import { onceFor } from '../../src/once-for.ts';
import { storedFor } from '../../src/subject/body-for.ts';
import { headerOf } from '../../src/subject/entity-tag.ts';
import { lifetimeOf } from '../../src/subject/expire-invoice.ts';
import { makesObject } from '../../src/subject/identifier-for.ts';
import { type Inputs, requestFor } from '../../src/subject/request-for.ts';
import type { Subject } from '../../src/subject/subject.ts';
import { bodyToTry } from './body-to-try.ts';

/** Sends a create with an Idempotency-Key. */
export function create(subject: Subject, key: string | undefined, body: Inputs = subject.createBody): Promise<Exchange> {
  return subject.send(withKey(subject.requestOf('createPayment', body), key));
}

/** Returns the length of the longest key that the header's schema allows. Caches the result. */
export const longestKey = onceFor((schema: Schema): number => {
  const isAllowed = compileSchema(schema);
  return Array.from({ length: 1024 }, (_, index) => 1024 - index).find((one) => isAllowed('k'.repeat(one))) ?? 0;
});

/** Checks whether an invoice lives so long that the deployment may forget the key of its create before the invoice expires. */
export function outlastsKey(contract: Contract, invoice: Readonly<Record<string, unknown>>): boolean {
  const kept = headerOf(operationById(contract, 'createPayment'), 'idempotency-key')?.keptSeconds ?? Number.POSITIVE_INFINITY;
  return lifetimeOf(facts, invoice) / 1000 + 60 >= kept;
}

export const idOf = (exchange: Exchange | undefined): unknown => exchange?.answer && responseObject(exchange.answer)?.id;

/** Describes a response in a finding: its status and body. */
export const shown = (exchange: Exchange | undefined): string =>
  `${exchange?.answer?.status} ${showValue(exchange?.answer?.text)}`;

/** Sends calls of one operation with keys. All calls have the same body and concern an object that no other trial uses. */
export interface KeyCalls {
  subject: Subject;
  operation: Operation;
  features: ReadonlySet<string>;
  body: Inputs;
  /** Other valid bodies. Each differs in one property. */
  others: Inputs[];
  /** Sends a call with a key. `other` replaces the body, its text or the sender. */
  send(key: string, other?: { body?: Inputs; text?: string; as?: Subject }): Promise<Exchange>;
  /** Checks whether a response is the stored response of another call. */
  isReplay(first: Exchange | undefined, again: Exchange | undefined): boolean;
  /** Identifies the effect of a call: by the id of the object that was made, or else by the text of the response. */
  effectOf(exchange: Exchange): unknown;
  /** Prepares calls for another object, because an operation such as a cancellation succeeds only once for each object. */
  anew(): Promise<KeyCalls>;
}

/** The reason to skip a trial that needs another body. */
export const nothingOther = 'No field of this body can have another value.';

/** A trial of a new key at any operation that accepts keys. */
export interface KeyTrial extends Pick<Case, 'id' | 'title' | 'requirement' | 'features' | 'problem' | 'movesClock' | 'alone'> {
  /** True if `requirement` names a topic on which each operation has its own requirement. */
  isAbout?: boolean;
  /** Returns the further keys that the trial sends. If the contract's schema forbids one of them, the trial is not derived. */
  sends?(key: string): string[];
  /** Checks whether the trial fits an operation. By default, it fits every operation. */
  fits?(operation: Operation): boolean;
  /** True if the trial must tell a replay from a fresh response. It skips operations whose successful responses are all alike. */
  tellsApart?: boolean;
  try(calls: KeyCalls, key: string): Promise<Tried>;
}

/** The exchanges of a trial, and what was expected and received; `received` is undefined if nothing is wrong. */
export interface Tried {
  exchanges: Exchange[];
  /** The broken requirement, if it differs from the trial's own. */
  breaks?: string;
  expected: string;
  received?: string | undefined;
}

/** Returns the outcome of a trial whose last call must get the stored response of its first call. */
export const asStored = (exchanges: Exchange[], isSame: boolean): Tried => ({
  exchanges,
  expected: `the stored response: ${shown(exchanges[0])}`,
  received: isSame ? undefined : shown(exchanges.at(-1)),
});

/** Checks whether each call creates an object with an id of its own. */
const namesEffect = (contract: Contract, operation: Operation): boolean =>
  operation.id === 'createPayment' || makesObject(contract, operation);

const tellsReplay = ({ headers }: Operation): boolean => headers.some(({ name }) => name === 'Idempotent-Replayed');

/** Checks whether a fresh response of an operation differs from a replay. */
export const isToldApart = (contract: Contract, operation: Operation): boolean =>
  namesEffect(contract, operation) || tellsReplay(operation);

export async function prepareCalls(subject: Subject, operation: Operation, features: ReadonlySet<string>): Promise<KeyCalls> {
  const isCreate = operation.id === 'createPayment';
  const body = isCreate ? subject.createBody : await bodyToTry(subject, operation);
  const stored = isCreate ? undefined : await storedFor(subject, operation, body[operation.identifies ?? '']);
  const makes = namesEffect(subject.contract, operation);
  return {
    ...{ subject, operation, features, body },
    others: otherBodies(operation, body, stored, (schema) => isClaimedProperty(subject.contract, schema, features)),
    send(key, { body: other = body, text, as = subject } = {}) {
      const request = withKey(requestFor(operation, other), key);
      return as.send(text === undefined ? request : { ...request, body: text });
    },
    isReplay(first, again) {
      const [one, other] = [first?.answer, again?.answer];
      if (!one || !other || !isSuccess(one) || !isSuccess(other)) return false;
      if (makes) return idOf(first) !== undefined && idOf(first) === idOf(again);
      if (tellsReplay(operation)) return responseHeader(other, 'idempotent-replayed') === 'true';
      return isDeepStrictEqual(responseObject(one), responseObject(other));
    },
    effectOf: (exchange) => (makes ? idOf(exchange) : exchange.answer?.text),
    anew: () => prepareCalls(subject, operation, features),
  };
}

/** Lists other valid bodies, each with one property added or changed. Changes further properties only to keep a body valid. */
function otherBodies(
  { request, identifies }: Operation,
  body: Inputs,
  stored: Inputs | undefined,
  isKnown: (schema: Schema) => boolean,
): Inputs[] {
  return Object.entries(request.properties ?? {}).flatMap(([name, schema]) => {
    if (name === identifies || !isKnown(schema)) return [];
    const keep = [...Object.keys(body), name];
    const isRight = compileSchema(schema);
    for (const value of [...likeValues(schema, body[name]), ...valuesFor(request, body, name, stored)]) {
      if (value === undefined || value === null || !isRight(value) || isDeepStrictEqual(value, body[name])) continue;
      // Leaves out the default, because a server may apply defaults before it compares bodies.
      if (!(name in body) && value === schema.default) continue;
      const other = mendBody({ request, body: { ...body, [name]: value }, keep, stored });
      if (other) return [other];
    }
    return [];
  });
}

/** Makes values that a server may mistake for the given one: a slightly larger number, or a URL where there was none. */
function likeValues(schema: Schema, value: unknown): unknown[] {
  if (typeof value === 'number') return [Number((value + Number(schema.multipleOf ?? 0.01)).toFixed(6)), value + 1];
  const isUrl = schema.format === 'uri' && value === undefined;
  return isUrl ? ['https://example.com/thanks', 'https://example.com/payment-callbacks'] : [];
}

/** Checks whether both responses hold the same JSON object, or both are successes without a body. */
export function sameJson(one: Exchange | undefined, other: Exchange | undefined): boolean {
  const [before, after] = [one, other].map((exchange) => exchange?.answer && responseObject(exchange.answer));
  const isEmpty = [one, other].every((exchange) => exchange?.answer && isSuccess(exchange.answer) && exchange.answer.text === '');
  return isEmpty || (before !== undefined && isDeepStrictEqual(before, after));
}

/** Returns an optional field that can be added to the smallest body. Returns undefined if the contract has none. */
export function otherField(subject: Subject): Inputs | undefined {
  const { properties = {} } = operationById(subject.contract, 'createPayment').request;
  return [
    // Uses the opposite of the default, because a server may apply defaults before it compares bodies.
    { isWhiteLabel: properties.isWhiteLabel?.default !== true },
    { amount: Math.round(amountOf(subject) * 100 + 1) / 100 },
  ].find((field) => Object.keys(field).every((name) => Object.hasOwn(properties, name)));
}

/** Sends another body with the key of the call `first`. Expects a refusal, unless the body is refused even with a new key. */
export async function sendAnother(
  { send, features }: Pick<KeyCalls, 'send' | 'features'>,
  key: string,
  body: Inputs,
  first: Exchange,
): Promise<Tried> {
  const exchanges = [first, await send(key, { body })];
  const judged = refusedWith(exchanges[1], 422, 'idempotency_key_reused', features);
  if (judged.received === undefined) return { exchanges, ...judged };
  // The reason may be the body and not the key, for example a tag that the deployment does not know.
  const alone = await send(crypto.randomUUID(), { body });
  return hasSucceeded(alone) ? { exchanges, ...judged } : { exchanges, expected: judged.expected };
}

/** Judges a refusal: its status and code, if problem-details is claimed. */
export function refusedWith(
  exchange: Exchange | undefined,
  status: number,
  code: string,
  features: ReadonlySet<string>,
): Pick<Tried, 'expected' | 'received'> {
  const response = exchange?.answer;
  // Only problem-details promises the status and the body of a refusal.
  if (!features.has('problem-details') && response && response.status >= 400 && response.status < 500)
    return { expected: 'a 4xx response' };
  const right = response?.status === status && responseObject(response)?.code === code;
  return { expected: `${status} ${code}`, received: right ? undefined : shown(exchange) };
}
