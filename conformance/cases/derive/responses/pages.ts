import { isDeepStrictEqual } from 'node:util';
import type { Case } from '../../../src/case/case.ts';
import { type Contract, findAbout, type Operation, type Pages } from '../../../src/contract/contract.ts';
import { showValue } from '../../../src/contract/describe-schema.ts';
import { creatorOf, readerOf } from '../../../src/contract/main-object.ts';
import { CaseInconclusive } from '../../../src/outcome/case-inconclusive.ts';
import { broken } from '../../../src/outcome/finding.ts';
import { type Collection, callFor, collectionAt, makeIn } from '../../../src/subject/collection.ts';
import { invoiceOf } from '../../../src/subject/shared-exchanges.ts';
import { asOther } from '../../../src/subject/switch-account.ts';
import { featuresOfParameter, requirementOfParameter } from '../../violations/parameters.ts';
import { filterTrials } from './filters.ts';
import { askAs, largestOf, mostPages, type Page, readPages, runTrial, type Trial, walk } from './read-pages.ts';
import { sortTrials } from './sorts.ts';

/** Derives cases for a paged list (`x-pages`): what each page holds, and that the pages together are complete. */
export function derivePages(contract: Contract, operation: Operation): Case[] {
  const { pages } = operation;
  const requirement = findAbout(operation, 'pages');
  if (!pages || !requirement) return [];
  const largest = largestOf(operation, pages);
  const collection = collectionAt(contract, operation);
  const { maker, reader } = collection;
  const sorted = sortTrials(operation, pages.sorts ?? [], maker, [pages, largest, true]);
  return [...trialsFor(pages, largest, collection), ...filterTrials(operation, pages, largest), ...sorted].map((trial) => {
    const { id, title, parameter } = trial;
    const own = parameter ? requirementOfParameter(operation, parameter, '') : requirement;
    return {
      id: `${operation.slug}/pages/${id}`,
      title: `${operation.slug}: ${title}`,
      requirement: own.id,
      operations: [...new Set([creatorOf(contract).slug, readerOf(contract).slug, operation.slug])],
      features: parameter ? featuresOfParameter(parameter) : [],
      // Other cases would create invoices between two pages.
      alone: true,
      proves: [
        ...[`pages of ${operation.id}`, `parameter ${pages.cursor} of ${operation.id}`],
        ...(parameter ? ['filter', 'order'].map((kind) => `${kind} ${parameter.name} of ${operation.id}`) : []),
      ],
      async run({ subject }) {
        const wrong = await runTrial(trial, {
          ...{ subject, ask: askAs(subject, operation, pages) },
          make: async (as = subject, changes = {}) => invoiceOf(await makeIn(collection, as, changes)),
          read: async (id) => (reader ? invoiceOf(await callFor(reader, subject, id)) : {}),
        });
        if (wrong === undefined) return [];
        return broken(contract, own.id, { member: parameter?.name ?? pages.items, pointer: operation.pointer, ...wrong });
      },
    };
  });
}

export const idsOf = (pages: Page[]): unknown[] => pages.flatMap(({ items }) => items.map(({ id }) => id));

/** Makes the trials that every list must pass, whatever it contains. */
export function trialsFor(pages: Pages, largest: number, { deleting }: Partial<Collection> = {}): Trial[] {
  const { limit, cursor } = pages;
  const twice = (read: Page[]): unknown => idsOf(read).find((id, at, all) => all.indexOf(id) !== at);
  const trials: Trial[] = [
    {
      ...{ id: 'whole', needs: 3 },
      title: 'the pages have every invoice of the account once, as fetch shows it',
      async try({ ask, read: readAgain }, made) {
        const read = await readPages(ask, pages, { [limit]: largest });
        const again = twice(read);
        const exchanges = read.slice(0, 3).map(({ exchange }) => exchange);
        if (again !== undefined) return { expected: 'each invoice once', received: `${showValue(again)} twice`, exchanges };
        const found = new Map(read.flatMap(({ items }) => items.map((item) => [item.id, item] as const)));
        for (const { id } of made) {
          const item = found.get(id);
          if (item === undefined && read.at(-1)?.next !== null)
            throw new CaseInconclusive(`The account has more than ${mostPages} pages.`);
          if (item === undefined)
            return { expected: `the invoice ${showValue(id)}`, received: `${found.size} others`, exchanges };
          const shown = await readAgain(id);
          const other = Object.keys(item).find((name) => name in shown && !isDeepStrictEqual(item[name], shown[name]));
          if (other === undefined) continue;
          const [expected, received] = [shown, item].map((one) => `${other}: ${showValue(one[other])}`) as [string, string];
          return { expected, received, exchanges };
        }
        return undefined;
      },
    },
    {
      ...{ id: 'limit', needs: 3 },
      title: `every page has as many items as its ${limit}, and only the last has fewer`,
      async try({ ask }) {
        for (const size of [1, 2]) {
          const { items, next, exchange } = await ask({ [limit]: size });
          if (items.length === size && next !== null) continue;
          const received = `${items.length}, and ${next === null ? 'no' : 'a'} next page`;
          return { expected: `${size} of them, and a next page`, received, exchanges: [exchange] };
        }
        return undefined;
      },
    },
    {
      ...{ id: 'in-order', needs: 3 },
      title: 'pages of one item have the items of a larger page, even if an invoice is created in between',
      async try({ ask, make }) {
        const whole = await ask({ [limit]: Math.min(3, largest) });
        const read: Page[] = [];
        for await (const page of walk(ask, pages, { [limit]: 1 })) {
          read.push(page);
          if (read.length === 3) break;
          if (read.length === 2) await make();
        }
        const exchanges = [whole.exchange, ...read.map(({ exchange }) => exchange)];
        const [expected = '', received = ''] = [idsOf([whole]), idsOf(read)].map((ids) => showValue(ids));
        return twice(read) === undefined && expected === received ? undefined : { expected, received, exchanges };
      },
    },
    {
      ...{ id: 'foreign', needs: 1 },
      title: "no page has another account's invoice",
      async try({ subject, ask, make }) {
        const other = asOther(subject);
        const theirs = await make(other);
        const first = await ask({ [limit]: 1 });
        const read = await readPages(ask, pages, { [limit]: largest });
        // With a cursor of this account, the other account must not see any of this account's items.
        const foreign = first.next === null ? undefined : await ask({ [limit]: largest, [cursor]: first.next }, other, true);
        const own = new Set(idsOf(read));
        const exchanges = read.slice(0, 1).map(({ exchange }) => exchange);
        if (own.has(theirs.id)) return { expected: 'no foreign invoice', received: showValue(theirs.id), exchanges };
        const leaked = foreign?.items.find(({ id }) => own.has(id));
        if (foreign === undefined || leaked === undefined) return undefined;
        const expected = "none of the cursor's account's invoices";
        return { expected, received: showValue(leaked.id), exchanges: [foreign.exchange] };
      },
    },
    {
      ...{ id: 'unknown-cursor', needs: 1 },
      title: `a made-up ${cursor} is refused`,
      async try({ subject, ask }) {
        const { exchange } = await ask({ [cursor]: 'no-such-cursor' }, subject, true);
        const status = exchange.answer?.status ?? 0;
        if (status >= 400 && status < 500) return undefined;
        return { expected: 'a 4xx response', received: `${status} ${showValue(exchange.answer?.text)}`, exchanges: [exchange] };
      },
    },
  ];
  const unpaged = ['whole', 'foreign'];
  if (limit !== '') return trials;
  return [...trials.filter(({ id }) => unpaged.includes(id)), ...(deleting === undefined ? [] : [deletedTrial(pages, deleting)])];
}

const deletedTrial = (pages: Pages, deleting: Operation): Trial => ({
  ...{ id: 'deleted', needs: 2 },
  title: 'what was deleted is not listed',
  async try({ subject, ask }, [gone]) {
    const deleted = await callFor(deleting, subject, gone?.id);
    const read = await readPages(ask, pages, {});
    if (!idsOf(read).includes(gone?.id)) return undefined;
    const exchanges = [deleted, ...read.map(({ exchange }) => exchange)];
    return { expected: 'none that was deleted', received: showValue(gone?.id), exchanges };
  },
});
