import type { Operation, Schema } from '../contract/contract.ts';
import { pointed } from '../contract/follow-reference.ts';
import { readerOf } from '../contract/main-object.ts';
import { lawfulBody } from '../contract/mend-body.ts';
import { relatedOf, relationsOf } from '../contract/relations.ts';
import { sampleOf } from '../contract/sample-of.ts';
import { stepOf } from '../contract/step-of.ts';
import { isSuccess, responseHeader, responseObject } from '../http/exchange.ts';
import { onceFor } from '../once-for.ts';
import type { Wire } from '../wire/wire.ts';
import { type Inputs, naming } from './request-for.ts';
import type { Subject } from './subject.ts';

/** Returns as few values as possible for a valid call on an object. They satisfy the rules that relate them to stored values. */
export async function bodyFor(subject: Subject, operation: Operation, id: unknown): Promise<Inputs> {
  return fewestFor(subject, operation, id, await storedFor(subject, operation, id));
}

/** Does the same as `bodyFor`, but does not send a request to read the object. */
export function fewestFor(subject: Subject, operation: Operation, id: unknown, stored?: Inputs): Inputs {
  const { identifies, plain } = operation;
  const related = relatedOf(operation);
  const { properties = {}, required = [] } = related;
  const sampled = (name: string): unknown => {
    if (name === identifies) return naming(operation, id)[name];
    if (takesFrom(related, name)) return properties[name]?.minimum ?? stepOf(properties[name] ?? {});
    if (!plain && Object.hasOwn(subject.createBody, name)) return subject.createBody[name];
    return sampleOf(properties[name] ?? {}, `${operation.requestPointer}/properties/${pointed(name)}`);
  };
  const fields = Object.fromEntries(required.map((name) => [name, sampled(name)]));
  const values = { ...fields, ...placeOf(subject, operation, id), ...(identifies !== undefined && naming(operation, id)) };
  return lawfulBody(operation, values, identifies === undefined ? [] : [identifies], stored);
}

/** For each run and object (see `placeKey`), the ids of the objects that contain it, by the pointer in `x-identifies`. */
const placesIn = onceFor((_: Wire) => new Map<string, Inputs>());

/** Makes the key of an object from its kind and its id, because objects of different kinds may have the same id. */
const placeKey = (kind: string | undefined, id: unknown): string => JSON.stringify([kind, id]);

/** Stores the ids of the objects that contain a new object. The request that created the new object contained these ids. */
export function keepPlace({ wire }: Subject, maker: Operation, sent: Inputs, id: unknown): void {
  const place = namersOf(maker).flatMap(([name, target]) => (Object.hasOwn(sent, name) ? [[target, sent[name]]] : []));
  placesIn(wire).set(placeKey(maker.responsePointer, id), Object.fromEntries(place));
}

/** Returns the parameters that identify the objects which contain the given one. */
function placeOf({ wire }: Subject, operation: Operation, id: unknown): Inputs {
  const place = placesIn(wire).get(placeKey(operation.identified?.object, id)) ?? {};
  const found = namersOf(operation).filter(([name, target]) => operation.within.includes(name) && Object.hasOwn(place, target));
  return Object.fromEntries(found.map(([name, target]) => [name, place[target]]));
}

/** Lists the parameters and properties that contain an object's id, each with the pointer in its `x-identifies`. */
const namersOf = ({ parameters, request: { properties = {} } }: Operation): [name: string, target: string][] => [
  ...parameters.flatMap(({ name, identifies }): [string, string][] => (identifies === undefined ? [] : [[name, identifies]])),
  ...Object.entries(properties).flatMap(([name, { 'x-identifies': target }]): [string, string][] =>
    typeof target === 'string' ? [[name, target]] : [],
  ),
];

/** Returns whether a field uses up part of a stored amount. The suite sends a small value, so that later requests can succeed. */
const takesFrom = (request: Schema, name: string): boolean =>
  relationsOf(request).some(({ property, is, of }) => property === name && of !== undefined && ['at-most', 'below'].includes(is));

/** Returns whether a field of the request must equal a field of the stored object, such as its version. */
export const followsStored = (operation: Operation): boolean =>
  relationsOf(relatedOf(operation)).some(({ is, of }) => is === 'equal' && of !== undefined);

/** Reads the operation's invoice, with response headers such as ETag, if a rule compares a request value with a stored value. */
export async function storedFor(subject: Subject, operation: Operation, id: unknown): Promise<Inputs | undefined> {
  if (!relationsOf(relatedOf(operation)).some(({ is, of }) => of !== undefined && is !== 'unique')) return undefined;
  const { answer: response } = await subject.fetch([id].flat()[0]);
  if (!response || !isSuccess(response)) return undefined;
  const { headers } = readerOf(subject.contract);
  const told = headers.map(({ name }) => [name, responseHeader(response, name.toLowerCase())] as const);
  return { ...Object.fromEntries(told.filter(([, value]) => value !== undefined)), ...responseObject(response) };
}
