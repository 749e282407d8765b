import { type Contract, keyOf, type Operation, type Parameter } from '../contract/contract.ts';
import { valueIn } from '../contract/follow-path.ts';
import type { Listing } from '../contract/plain/facts.ts';
import { keyFor, locateSuccess } from '../contract/plain/find-keys.ts';
import { isSuccess, responseJson, responseObject } from '../http/exchange.ts';
import { CaseSkipped } from '../outcome/case-skipped.ts';
import type { Call } from './name-in.ts';
import { acceptedCall, freshValues, sharedCall } from './plain-calls.ts';
import { type Inputs, pathOnly, requestFor } from './request-for.ts';
import type { Subject } from './subject.ts';

/** The operation that returns a list, and the one that creates its items. */
export interface Listed {
  contract: Contract;
  operation: Operation;
  list: Listing;
  /** The operation that creates the items. Absent if no operation creates them. */
  maker: Operation | undefined;
}

/** For each object that `makeItem` returned, the call that created it. */
export const calls = new WeakMap<Inputs, Call>();

/** Creates an object that the list contains. */
export async function makeItem({ contract, operation, maker, list }: Listed, subject: Subject, changes: Inputs): Promise<Inputs> {
  const shown = maker && locateSuccess(contract.document, maker);
  const key = shown && keyFor(contract.document, shown.schema, list.id.at(-1) ?? '', maker.path);
  if (!key) throw new CaseSkipped('Not tried, because no operation shows what it made for the list.');
  const values = { ...(await freshValues(subject, maker)), ...(await placeIn(operation, maker, subject)), ...changes };
  const exchange = await subject.send(requestFor(maker, values));
  const body = exchange.answer && isSuccess(exchange.answer) && responseJson(exchange.answer);
  const item = valueIn(body, key.slice(0, -list.id.length)) as Inputs | undefined;
  if (!item) throw new CaseSkipped(`Not tried, because ${maker.method} ${maker.path} returned ${exchange.answer?.status}.`);
  const made = { ...item, id: valueIn(item, list.id) };
  calls.set(made, { values, exchange });
  return made;
}

/** Returns the values for a list's path: those of the call that made an item, or else those of the call that read the list. */
export async function placeIn(operation: Operation, maker: Operation | undefined, subject: Subject): Promise<Inputs> {
  const { values: listed } = await acceptedCall(subject, operation);
  const made = maker && maker.path === operation.path ? (await sharedCall(subject, maker)).values : {};
  const inPath = operation.parameters.filter(({ in: place }) => place === 'path').map(keyOf);
  return { ...pathOnly(operation, listed), ...Object.fromEntries(inPath.map((key) => [key, made[key] ?? listed[key]])) };
}

/** Reads an object, and returns the fields that a client can set. Returns no fields if no operation reads objects by this id. */
export async function readItem({ contract, maker, list }: Listed, subject: Subject, id: unknown): Promise<Inputs> {
  const reading = contract.operations.find((one) => one.method === 'GET' && maker && makes(maker, one, list));
  const key = reading && keyOf(reading.parameters.findLast(({ in: place }) => place === 'path') as Parameter);
  if (!reading || !key) return {};
  const exchange = await subject.send(requestFor(reading, { ...(await acceptedCall(subject, reading)).values, [key]: id }));
  const shown = Object.entries((exchange.answer && isSuccess(exchange.answer) && responseObject(exchange.answer)) || {});
  return Object.fromEntries(shown.filter(([name]) => Object.hasOwn(maker?.request.properties ?? {}, name)));
}

/** Returns whether the path of an operation ends with the id of an object that the maker has made. */
export function makes(maker: Operation, { path, parameters, plain }: Operation, { id }: Listing): boolean {
  const last = parameters.findLast(({ in: place }) => place === 'path');
  const origin = last && path.endsWith(`{${last.name}}`) ? plain?.origins.get(keyOf(last)) : undefined;
  return origin?.operation === maker.id && (origin.chosen ?? origin.path.at(-1)) === id.at(-1);
}
