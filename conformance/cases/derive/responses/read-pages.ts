import type { Operation, Pages, Parameter } from '../../../src/contract/contract.ts';
import { type Exchange, isSuccess, responseObject } from '../../../src/http/exchange.ts';
import { CaseInconclusive } from '../../../src/outcome/case-inconclusive.ts';
import { sleep } from '../../../src/places/places.ts';
import { requestFor } from '../../../src/subject/request-for.ts';
import type { Subject } from '../../../src/subject/subject.ts';

export type Item = Record<string, unknown>;

export interface Page {
  exchange: Exchange;
  items: Item[];
  next: unknown;
}

/** Requests a page of a list. Throws if the request is refused, unless `mayBeRefused` is true. */
export type Ask = (values: Record<string, unknown>, as?: Subject, mayBeRefused?: boolean) => Promise<Page>;

export interface Wrong {
  expected: string;
  received: string;
  exchanges: Exchange[];
}

/** The functions with which a trial makes objects, lists them and reads them. */
export interface Things {
  subject: Subject;
  ask: Ask;
  /** Creates an object that the list must contain. */
  make(as?: Subject, changes?: Item): Promise<Item>;
  /** Reads an object. Fields that the list also shows must have the same values in the list. */
  read(id: unknown): Promise<Item>;
}

export interface Trial {
  id: string;
  title: string;
  /** The parameter that the trial tests; undefined for a trial that every paged list gets. */
  parameter?: Parameter;
  /** Number of objects to create first. */
  needs: number;
  /** Returns what is wrong, if anything. A failed trial is repeated for a while, because a list may show new objects late. */
  try(things: Things, made: Item[]): Promise<Wrong | undefined>;
}

/** Creates the objects that a trial needs, and runs the trial. */
export async function runTrial(trial: Trial, things: Things): Promise<Wrong | undefined> {
  const made: Item[] = [];
  while (made.length < trial.needs) made.push(await things.make());
  const until = performance.now() + (things.subject.settings.settle ?? 2000);
  let wrong = await trial.try(things, made);
  for (; wrong && performance.now() < until; wrong = await trial.try(things, made)) await sleep(100);
  return wrong;
}

/** The maximum number of pages to read, because an account may have more than the suite can read. */
export const mostPages = 40;

export const askAs =
  (subject: Subject, operation: Operation, pages: Pages): Ask =>
  async (values, as = subject, mayBeRefused = false) => {
    const exchange = await as.send(requestFor(operation, values));
    if (!mayBeRefused && !(exchange.answer && isSuccess(exchange.answer)))
      throw new CaseInconclusive(`The list returned ${exchange.answer?.status}. Another case reports it.`);
    const body = exchange.answer && responseObject(exchange.answer);
    const items = body?.[pages.items];
    return { exchange, items: Array.isArray(items) ? (items as Item[]) : [], next: body?.[pages.next] ?? null };
  };

/** Reads pages until the last one, but at most `mostPages`. */
export async function* walk(ask: Ask, { cursor }: Pages, values: Record<string, unknown>): AsyncGenerator<Page> {
  let after: unknown;
  for (let count = 0; count < mostPages; count += 1) {
    const page = await ask({ ...values, ...(after !== undefined && { [cursor]: after }) });
    yield page;
    if (page.next === null) return;
    after = page.next;
  }
}

export async function readPages(...about: Parameters<typeof walk>): Promise<Page[]> {
  const read: Page[] = [];
  for await (const page of walk(...about)) read.push(page);
  return read;
}

/** Returns the maximum number of items per page. */
export function largestOf({ parameters }: Operation, { limit }: Pages): number {
  const stated = parameters.find(({ name }) => name === limit)?.schema.maximum;
  return typeof stated === 'number' ? stated : 100;
}
