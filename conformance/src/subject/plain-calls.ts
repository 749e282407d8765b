import { isDeepStrictEqual } from 'node:util';
import { compileSchema } from '../contract/compile-schema.ts';
import { keyOf, type Operation, operationById, type Schema } from '../contract/contract.ts';
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

/** Returns the values that name things: of each the one that another operation made, or lists. */
async function namedValues(subject: Subject, operation: Operation, within: readonly string[]): Promise<Inputs> {
  const found: Inputs = {};
  for (const [key, origin] of operation.plain?.origins ?? []) {
    if (within.includes(origin.operation)) continue;
    const maker = operationById(subject.contract, origin.operation);
    if (maker.plain?.untried !== undefined) continue;
    const isOwn = changes(operation) && origin.makes;
    const { exchange } = isOwn ? await callAnew(subject, maker, [...within, operation.id]) : await sharedCall(subject, maker);
    const value = valueIn(exchange, origin);
    if (value !== undefined) found[key] = value;
  }
  return found;
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
