import type { Pages } from '../../src/contract/contract.ts';
import { valueIn } from '../../src/contract/follow-path.ts';
import type { Listing } from '../../src/contract/plain/facts.ts';
import { responseJson } from '../../src/http/exchange.ts';
import { CaseSkipped } from '../../src/outcome/case-skipped.ts';
import { type Listed, makeItem, placeIn, readItem } from '../../src/subject/listed-items.ts';
import { isAccepted } from '../../src/subject/plain-calls.ts';
import { type Inputs, requestFor } from '../../src/subject/request-for.ts';
import type { Subject } from '../../src/subject/subject.ts';
import { type Item, type Page, readPages, type Things } from '../derive/responses/read-pages.ts';

/** Returns what the trials of a list need: how to read it, and how to create its items. */
export async function begin(about: Listed, subject: Subject): Promise<Things> {
  const { operation, list } = about;
  const own = await placeIn(operation, about.maker, subject);
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

/** Returns the parameters for pages. A list without them has only one page. */
export const pagesOf = ({ pages }: Listing): NonNullable<Listing['pages']> =>
  pages ?? { limit: '', turn: '', largest: 100, sizes: [] };

/** Describes a list's paging in the form of `x-pages`. A page number or an offset takes the place of the cursor. */
export const waysOf = (list: Listing): Pages => {
  const { turn, limit } = pagesOf(list);
  return { items: '', next: '', cursor: turn, limit, filters: list.filters };
};

/** Reads pages that are as large as possible, up to the last one. */
export function readAll(ask: Things['ask'], list: Listing, sent: Inputs = {}): Promise<Page[]> {
  const { limit, largest } = pagesOf(list);
  return readPages(ask, waysOf(list), { [limit]: largest, ...sent });
}
