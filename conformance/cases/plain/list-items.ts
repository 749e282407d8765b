import { type Contract, keyOf, type Operation, type Pages, type Parameter } from '../../src/contract/contract.ts';
import { valueIn } from '../../src/contract/follow-path.ts';
import type { Listing } from '../../src/contract/plain/facts.ts';
import { keyFor, locateSuccess } from '../../src/contract/plain/find-keys.ts';
import { isSuccess, responseJson, responseObject } from '../../src/http/exchange.ts';
import { CaseSkipped } from '../../src/outcome/case-skipped.ts';
import { acceptedCall, type Call, freshValues, isAccepted } from '../../src/subject/plain-calls.ts';
import { type Inputs, requestFor } from '../../src/subject/request-for.ts';
import type { Subject } from '../../src/subject/subject.ts';
import { type Item, type Page, readPages, type Things } from '../derive/responses/read-pages.ts';
import { pathOnly } from './read-unknown.ts';

/** The operation that returns a list, and the one that creates its items. */
export interface About {
  contract: Contract;
  operation: Operation;
  list: Listing;
  /** The operation that creates the items. Absent if no POST at the same path does. */
  maker: Operation | undefined;
}

/** Returns what the trials of a list need: how to read it, and how to create its items. */
export async function begin(about: About, subject: Subject): Promise<Things> {
  const { operation, list } = about;
  const own = pathOnly(operation, (await acceptedCall(subject, operation)).values);
  const { limit, turn } = pagesOf(list);
  const { [limit]: _limit, [turn]: _turn, ...others } = own;
  return {
    subject,
    async ask(sent, as = subject, mayBeRefused = false) {
      const exchange = await as.send(requestFor(operation, { ...others, ...sent }));
      if (!mayBeRefused && !isAccepted(operation, exchange.answer))
        throw new CaseSkipped(`Not tried, because the list returned ${exchange.answer?.status}. Another case reports it.`);
      const body = exchange.answer && responseJson(exchange.answer);
      const found = valueIn(body, list.path);
      const items = (Array.isArray(found) ? (found as Item[]) : []).map((item) => ({ ...item, id: valueIn(item, list.id) }));
      return { exchange, items, next: nextOf(list, body, sent, items.length) };
    },
    make: (as = subject, changes = {}) => makeItem(about, as, changes),
    read: (id) => readItem(about, subject, id),
  };
}

function nextOf({ pages }: Listing, body: unknown, sent: Item, count: number): unknown {
  if (!pages) return null;
  const { turn, next, first } = pages;
  if (next) return valueIn(body, next) || null;
  const at = Number(sent[turn] ?? first ?? 0);
  return count === 0 ? null : at + (first === undefined ? count : 1);
}

/** The calls that created objects. */
export const calls = new WeakMap<Item, Call>();

/** Creates an object that the list contains. */
async function makeItem({ contract, operation, maker, list }: About, subject: Subject, changes: Inputs): Promise<Item> {
  const shown = maker && locateSuccess(contract.document, maker);
  const key = shown && keyFor(contract.document, shown.schema, 'id', maker.path);
  if (!key) throw new CaseSkipped('Not tried, because no POST at the same path shows what it made.');
  const { values: listed } = await acceptedCall(subject, operation);
  const inPath = operation.parameters.filter(({ in: place }) => place === 'path').map((one) => [keyOf(one), listed[keyOf(one)]]);
  const values = { ...(await freshValues(subject, maker)), ...Object.fromEntries(inPath), ...changes };
  const exchange = await subject.send(requestFor(maker, values));
  const body = exchange.answer && isSuccess(exchange.answer) && responseJson(exchange.answer);
  const item = valueIn(body, key.slice(0, -list.id.length)) as Item | undefined;
  if (!item) throw new CaseSkipped(`Not tried, because ${maker.method} ${maker.path} returned ${exchange.answer?.status}.`);
  const made = { ...item, id: valueIn(item, list.id) };
  calls.set(made, { values, exchange });
  return made;
}

/** Reads the fields of an object that the client has chosen. Returns none if no operation reads it by the id in the list. */
async function readItem({ contract, maker, list }: About, subject: Subject, id: unknown): Promise<Item> {
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
  return origin?.operation === maker.id && origin.path.at(-1) === id.at(-1);
}

/** Returns the parameters for pages. A list without them has only one page. */
export const pagesOf = ({ pages }: Listing): NonNullable<Listing['pages']> =>
  pages ?? { limit: '', turn: '', largest: 100, sizes: [] };

/** Returns the same parameters in the words of `x-pages`. A number of a page is like a cursor that the client makes. */
export const waysOf = (list: Listing): Pages => {
  const { turn, limit } = pagesOf(list);
  return { items: '', next: '', cursor: turn, limit, filters: list.filters };
};

/** Reads pages that are as large as possible, up to the last one. */
export function readAll(ask: Things['ask'], list: Listing, sent: Inputs = {}): Promise<Page[]> {
  const { limit, largest } = pagesOf(list);
  return readPages(ask, waysOf(list), { [limit]: largest, ...sent });
}
