import { type Operation, operationById, type Schema } from '../contract/contract.ts';
import { pointed } from '../contract/follow-reference.ts';
import { lawfulBody } from '../contract/mend-body.ts';
import { relatedOf, relationsOf } from '../contract/relations.ts';
import { sampleOf } from '../contract/sample-of.ts';
import { stepOf } from '../contract/step-of.ts';
import { isSuccess, responseHeader, responseObject } from '../http/exchange.ts';
import type { Wire } from '../wire/wire.ts';
import { type Inputs, naming } from './request-for.ts';
import type { Subject } from './subject.ts';

/**
 * Returns the fewest values for a valid call on an object: its id, a sample of each required property, and optional properties
 * only if they are needed. The values satisfy the rules between them and with the stored object.
 */
export async function bodyFor(subject: Subject, operation: Operation, id: unknown): Promise<Inputs> {
  return fewestFor(subject, operation, id, await storedFor(subject, operation, id));
}

/** Does the same as `bodyFor`, without reading the object. */
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

/**
 * For each run, the ids of the objects that contain an object, by what they identify (`x-identifies`). The key is the kind and id
 * of the inner object, because objects of two kinds may have the same id.
 */
const places = new WeakMap<Wire, Map<string, Inputs>>();

const placeKey = (kind: string | undefined, id: unknown): string => JSON.stringify([kind, id]);

/** Remembers the objects in which a call made another one. */
export function keepPlace({ wire }: Subject, maker: Operation, sent: Inputs, id: unknown): void {
  const known = places.get(wire) ?? new Map<string, Inputs>();
  const place = namersOf(maker).flatMap(([name, target]) => (Object.hasOwn(sent, name) ? [[target, sent[name]]] : []));
  places.set(wire, known.set(placeKey(maker.responsePointer, id), Object.fromEntries(place)));
}

/** Returns the parameters that name the objects around the given one. */
function placeOf({ wire }: Subject, operation: Operation, id: unknown): Inputs {
  const place = places.get(wire)?.get(placeKey(operation.identified?.object, id)) ?? {};
  const found = namersOf(operation).filter(([name, target]) => operation.within.includes(name) && Object.hasOwn(place, target));
  return Object.fromEntries(found.map(([name, target]) => [name, place[target]]));
}

/** Lists the parameters and properties that name an object, each with the object's property that it holds. */
const namersOf = ({ parameters, request: { properties = {} } }: Operation): [name: string, target: string][] => [
  ...parameters.flatMap(({ name, identifies }): [string, string][] => (identifies === undefined ? [] : [[name, identifies]])),
  ...Object.entries(properties).flatMap(([name, { 'x-identifies': target }]): [string, string][] =>
    typeof target === 'string' ? [[name, target]] : [],
  ),
];

/** Returns whether a field takes part of an amount that the named object has. A small value leaves some for later requests. */
const takesFrom = (request: Schema, name: string): boolean =>
  relationsOf(request).some(({ property, is, of }) => property === name && of !== undefined && ['at-most', 'below'].includes(is));

/** Returns whether a field must equal one of the stored object, such as the version that was read. */
export const followsStored = (operation: Operation): boolean =>
  relationsOf(relatedOf(operation)).some(({ is, of }) => is === 'equal' && of !== undefined);

/** Reads the invoice that an operation names, if its rules depend on that. Adds the response's headers, such as ETag. */
export async function storedFor(subject: Subject, operation: Operation, id: unknown): Promise<Inputs | undefined> {
  if (!relationsOf(relatedOf(operation)).some(({ of }) => of !== undefined)) return undefined;
  const { answer: response } = await subject.fetch([id].flat()[0]);
  if (!response || !isSuccess(response)) return undefined;
  const { headers } = operationById(subject.contract, 'fetchPayment');
  const told = headers.map(({ name }) => [name, responseHeader(response, name.toLowerCase())] as const);
  return { ...Object.fromEntries(told.filter(([, value]) => value !== undefined)), ...responseObject(response) };
}
