import type { Contract, Operation } from '../contract/contract.ts';
import { creatorOf, readerOf } from '../contract/main-object.ts';
import { lawfulBody } from '../contract/mend-body.ts';
import type { Exchange } from '../http/exchange.ts';
import { bodyFor } from './body-for.ts';
import { makesFor } from './identifier-for.ts';
import { naming, requestFor } from './request-for.ts';
import { invoiceOf } from './shared-exchanges.ts';
import type { Subject } from './subject.ts';

/** The operations of the objects that lie below a path: one creates them, and others may read, list or delete them. */
export interface Collection {
  maker: Operation;
  reader?: Operation;
  list?: Operation;
  deleting?: Operation;
}

/** Returns the collection at an operation's path, or the collection of invoices if no POST there creates objects with ids. */
export function collectionAt(contract: Contract, { path }: Operation): Collection {
  const { operations } = contract;
  const maker = operations.find((one) => one.path === path && operations.some((other) => makesFor(contract, one, other)));
  if (!maker) return { maker: creatorOf(contract), reader: readerOf(contract) };
  const find = (method: string): Operation | undefined =>
    operations.find((one) => one.method === method && makesFor(contract, maker, one));
  const list = operations.find((one) => one.method === 'GET' && one.path === path);
  const [reader, deleting] = [find('GET'), find('DELETE')];
  return { maker, ...(reader && { reader }), ...(list && { list }), ...(deleting && { deleting }) };
}

/** Creates an object with these values. */
export async function makeIn({ maker }: Collection, by: Subject, values: Record<string, unknown> = {}): Promise<Exchange> {
  const least = maker.creates ? by.createBody : await bodyFor(by, maker, undefined);
  return by.send(requestFor(maker, lawfulBody(maker, { ...least, ...values }, Object.keys(values))));
}

/** Calls an operation for the object with this id. */
export const callFor = (operation: Operation, by: Subject, id: unknown): Promise<Exchange> =>
  by.send(requestFor(operation, naming(operation, id)));

/** Deletes all objects of the account that the list shows. */
export async function empty({ list, deleting }: Collection, by: Subject): Promise<void> {
  if (!list || !deleting) return;
  const shown = invoiceOf(await by.send(requestFor(list, {})));
  for (const { id } of Object.values(shown).find(Array.isArray) ?? []) await callFor(deleting, by, id);
}
