import { isDeepStrictEqual } from 'node:util';
import { compileSchema } from '../contract/compile-schema.ts';
import { type Contract, keyOf, type Operation, operationById, type Schema } from '../contract/contract.ts';
import { pointed } from '../contract/follow-reference.ts';
import type { Origin } from '../contract/plain/facts.ts';
import { sampleOf } from '../contract/sample-of.ts';
import { type Exchange, type HttpResponse, isSuccess, responseJson } from '../http/exchange.ts';
import { CaseSkipped } from '../outcome/case-skipped.ts';
import { fewestFor } from './body-for.ts';
import { type Inputs, requestFor } from './request-for.ts';
import type { Subject } from './subject.ts';

/** A call of an operation, with the values that it was made of. */
export interface Call {
  values: Inputs;
  exchange: Exchange;
}

/** Bodies that are tried until one is accepted. */
const tried = 5;
/** Calls, one after the other, beyond which no order is looked for. */
const deepest = 6;

/** Tells if a response is one that the operation documents for a request that it takes. */
export function isAccepted({ plain }: Operation, response: HttpResponse | undefined): boolean {
  if (response === undefined) return false;
  const isDocumented = plain?.responses.some(({ status }) => status === String(response.status) || status === '3XX') ?? false;
  return isSuccess(response) || (response.status >= 300 && response.status < 400 && isDocumented);
}

/** Returns the run's call of a plain operation: the first of its bodies that is accepted, else the first that was refused. */
export function sharedCall(subject: Subject, operation: Operation): Promise<Call> {
  return subject.share(`accepted ${operation.slug}`, () => callAnew(subject, operation, []));
}

/** Calls an operation for something of its own, and returns the call. */
async function callAnew(subject: Subject, operation: Operation, within: readonly string[]): Promise<Call> {
  demandTried(operation);
  const named = await namedValues(subject, operation, within);
  let first: Call | undefined;
  for (const body of bodiesOf(subject, operation).slice(0, tried)) {
    const values = { ...body, ...named };
    const exchange = await subject.send(requestFor(operation, values));
    if (isAccepted(operation, exchange.answer)) return { values, exchange };
    first ??= { values, exchange };
    // Another body changes nothing about who asks, or for what.
    if ([401, 403, 405, 501].includes(exchange.answer?.status ?? 0)) break;
  }
  return first as Call;
}

/** @throws CaseSkipped where nothing of the operation can be tried */
export function demandTried({ plain }: Operation): void {
  if (plain?.untried !== undefined) throw new CaseSkipped(`Not tried, because ${plain.untried}.`);
}

/** Returns the run's call of a plain operation. Skips the case where it was refused: nothing can be told from a request like it. */
export async function acceptedCall(subject: Subject, operation: Operation): Promise<Call> {
  const call = await sharedCall(subject, operation);
  const { answer: response } = call.exchange;
  if (isAccepted(operation, response)) return call;
  throw new CaseSkipped(
    `Not tried, because ${operation.method} ${operation.path} returned ${response?.status} to what the document says: give an example that this deployment takes.`,
  );
}

/** Returns values for a call that nobody has made yet: each names something of its own where a call would change that. */
export async function freshValues(subject: Subject, operation: Operation): Promise<Inputs> {
  const { values } = await sharedCall(subject, operation);
  return changes(operation) ? { ...values, ...(await namedValues(subject, operation, [])) } : values;
}

const changes = ({ method }: Operation): boolean => !['GET', 'HEAD', 'OPTIONS'].includes(method);

/**
 * Returns the values that name things: of each the one that another operation made, or lists. What lies below others comes first,
 * with the names of those that it was made below: a pet is looked for at its own owner.
 */
async function namedValues(subject: Subject, operation: Operation, within: readonly string[]): Promise<Inputs> {
  const found: Inputs = {};
  const origins = [...(operation.plain?.origins ?? [])].map(([key, origin]) => {
    const maker = operationById(subject.contract, origin.operation);
    return { key, origin, maker, depth: depthOf(subject.contract, maker) };
  });
  for (const { key, origin, maker } of origins.sort((one, other) => other.depth - one.depth)) {
    if (Object.hasOwn(found, key) || within.includes(maker.id) || maker.plain?.untried !== undefined) continue;
    const isOwn = changes(operation) && origin.makes;
    const call = isOwn ? await callAnew(subject, maker, [...within, operation.id]) : await sharedCall(subject, maker);
    const value = valueIn(call.exchange, origin);
    if (value !== undefined) Object.assign(found, { ...namedAlike(operation, maker, call), ...found, [key]: value });
  }
  return found;
}

/** Counts the operations that must be called, one after the other, before this one can be. */
function depthOf(contract: Contract, { plain }: Operation, left = deepest): number {
  if (left === 0) return 0;
  const makers = new Set([...(plain?.origins.values() ?? [])].map(({ operation }) => operation));
  return 1 + Math.max(0, ...[...makers].map((id) => depthOf(contract, operationById(contract, id), left - 1)));
}

/** Returns the values of an operation that name the same things as those of a call of another one. */
function namedAlike(operation: Operation, other: Operation, { values }: Call): Inputs {
  const named = [...(other.plain?.origins ?? [])].filter(([key]) => Object.hasOwn(values, key));
  return Object.fromEntries(
    [...(operation.plain?.origins ?? [])].flatMap(([key, origin]) => {
      const same = named.find(([, one]) => isDeepStrictEqual(one, origin));
      return same ? [[key, values[same[0]]]] : [];
    }),
  );
}

/** Returns the values of an operation that name what a call made, and what that was made below. */
export function namesIn(operation: Operation, maker: Operation, call: Call): Inputs {
  const made = [...(operation.plain?.origins ?? [])].flatMap(([key, origin]) => {
    const value = origin.operation === maker.id ? valueIn(call.exchange, origin) : undefined;
    return value === undefined ? [] : [[key, value] as const];
  });
  return { ...namedAlike(operation, maker, call), ...Object.fromEntries(made) };
}

/** Returns what an origin says of the response of its operation; undefined where that has none. */
export function valueIn({ answer: response }: Exchange, { path }: Origin): unknown {
  if (!response || !isSuccess(response)) return undefined;
  const value = path.reduce<unknown>(
    (at, key) => (typeof at === 'object' && at !== null ? (at as Schema)[key] : undefined),
    responseJson(response),
  );
  return typeof value === 'string' || typeof value === 'number' ? value : undefined;
}

/** Lists bodies that an operation should take: the examples of the document, then the fewest fields, then all of them. */
function bodiesOf(subject: Subject, operation: Operation): Inputs[] {
  const { plain, hasBody, request } = operation;
  if (!hasBody || !plain) return [{}];
  const { bodyName, examples } = plain;
  const isRight = compileSchema(request);
  const named = bodyName === undefined ? examples : examples.map((example) => ({ [bodyName]: example }));
  const objects = named.filter(
    (one): one is Inputs => typeof one === 'object' && one !== null && !Array.isArray(one) && (isRight(one) as boolean),
  );
  const fewest = fewestFor(subject, operation, undefined);
  const all = Object.fromEntries(
    Object.entries(request.properties ?? {}).map(([name, schema]) => [
      name,
      sampleOf(schema, `${operation.requestPointer}/properties/${pointed(name)}`),
    ]),
  );
  const bodies = [...objects, fewest, all];
  const right = bodies.filter((one) => isRight(one));
  return (right.length > 0 ? right : bodies).filter(
    (one, index, every) => every.findIndex((other) => isDeepStrictEqual(one, other)) === index,
  );
}

/** Returns the values of parameters by which a call names what it is about. */
export const namesOf = (operation: Operation): string[] =>
  operation.parameters.filter(({ in: place }) => place === 'path').map(keyOf);
