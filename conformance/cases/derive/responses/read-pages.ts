import type { Operation, Pages, Parameter } from '../../../src/contract/contract.ts';
import { type Exchange, isSuccess, responseObject } from '../../../src/http/exchange.ts';
import { CaseInconclusive } from '../../../src/outcome/case-inconclusive.ts';
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

export interface Trial {
  id: string;
  title: string;
  /** The parameter that the trial tests. Without it, the trial tests the parameters for pages. */
  parameter?: Parameter;
  /** Number of invoices to create first. */
  needs: number;
  /**
   * Returns what is wrong, if anything. Repeats a failed trial for a while, because a list may show a new object with a delay.
   */
  try(subject: Subject, ask: Ask, made: Item[]): Promise<Wrong | undefined>;
}

/** The maximum number of pages to read. An account may have too many to read all. */
export const mostPages = 40;

/** Returns a function that requests a page of the operation's list. */
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

/** Returns the maximum number of items per page. */
export function largestOf({ parameters }: Operation, { limit }: Pages): number {
  const stated = parameters.find(({ name }) => name === limit)?.schema.maximum;
  return typeof stated === 'number' ? stated : 100;
}
