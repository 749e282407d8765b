import { isDeepStrictEqual } from 'node:util';
import type { Case } from '../../src/case/case.ts';
import { type Contract, findAbout, type Operation, type Parameter, type Schema } from '../../src/contract/contract.ts';
import { showValue } from '../../src/contract/describe-schema.ts';
import { valueIn } from '../../src/contract/follow-path.ts';
import { makerOfItems } from '../../src/contract/plain/find-lists.ts';
import { documents } from '../../src/contract/plain/read-responses.ts';
import { isSuccess, responseHeader, responseJson } from '../../src/http/exchange.ts';
import { broken } from '../../src/outcome/finding.ts';
import { calls, type Listed, makes } from '../../src/subject/listed-items.ts';
import type { Call } from '../../src/subject/name-in.ts';
import { namesIn } from '../../src/subject/plain-calls.ts';
import { requestFor } from '../../src/subject/request-for.ts';
import { filterTrials } from '../derive/responses/filters.ts';
import { idsOf, trialsFor } from '../derive/responses/pages.ts';
import { type Item, type Page, readPages, runTrial, type Trial, type Wrong, walk } from '../derive/responses/read-pages.ts';
import { sortTrials } from '../derive/responses/sorts.ts';
import { begin, pagesOf, readAll, waysOf } from './list-items.ts';
import { type Judge, plainCase } from './plain-case.ts';

/** Derives cases for a list: its pages, and the filters and the order that its parameters ask for. */
export function deriveLists(contract: Contract, operation: Operation): Case[] {
  const { slug, path, plain } = operation;
  const { list } = plain ?? {};
  if (!list) return [];
  const maker = makerOfItems(contract.operations, operation);
  const about = { contract, operation, list, maker };
  const sorted = maker ? sortTrials(operation, list.sorts, maker, [waysOf(list), pagesOf(list).largest, false]) : [];
  const trials = [...pageTrials(about), ...filtersOf(about), ...sorted];
  return [...trials, ...deletedTrials(about)]
    .filter(({ needs }) => maker || needs === 0)
    .map((trial) => {
      const { name = list.pages?.limit ?? path, pointer = operation.pointer } = trial.parameter ?? {};
      const requirement = (trial.id === 'foreign' && findAbout(operation, 'ownership')?.id) || `${slug}.list`;
      const judge: Judge = async (subject) => {
        const wrong = await runTrial(trial, await begin(about, subject));
        return wrong ? broken(contract, requirement, { member: name, pointer, ...wrong }) : [];
      };
      // Runs alone, because other cases would create objects between two pages.
      const others = { operations: [slug, ...(maker ? [maker.slug] : [])], alone: true };
      return plainCase(operation, [`list/${trial.id}`, `lists rightly: ${trial.title}`, requirement], judge, others);
    });
}

const instead = (expected: string, received: string, ...pages: Page[]): Wrong => ({
  ...{ expected, received },
  exchanges: pages.map(({ exchange }) => exchange),
});

const trialOf = (id: string, title: string, needs: number, judge: Trial['try'], parameter?: Parameter): Trial => ({
  ...{ id, title, needs, try: judge },
  ...(parameter && { parameter }),
});

/** Makes the trials for pages. Without `x-pages`, a page may have fewer items than its limit, and an empty one may follow. */
function pageTrials({ operation, list, maker }: Listed): Trial[] {
  if (!list.pages) return [];
  const { total } = list;
  const { limit, next, largest, sizes } = list.pages;
  const needs = maker ? 3 : 0;
  const inOrder = trialOf('in-order', 'small pages have the items of a larger page, in its order', needs, async ({ ask }) => {
    const [size = largest] = sizes;
    const readWhole = (): Promise<Page> => ask({ [limit]: Math.min(3 * size, largest) });
    const whole = await readWhole();
    const read: Page[] = [];
    for await (const page of walk(ask, waysOf(list), { [limit]: size })) {
      read.push(page);
      if (idsOf(read).length >= whole.items.length || read.length > 8) break;
    }
    const [all, few, again] = [[whole], read, [await readWhole()]].map(idsOf) as [unknown[], unknown[], unknown[]];
    const expected = read.at(-1)?.next === null ? all : all.slice(0, few.length);
    // Another case reports pages that are too large.
    const isOther = all.length > 3 * size || read.some(({ items }) => items.length > size);
    if (isOther || !isDeepStrictEqual(all, again) || isDeepStrictEqual(expected, few)) return undefined;
    return instead(showValue(expected), showValue(few), whole, ...read);
  });
  if (!list.isStated)
    return [
      trialOf('limit', `no page has more items than its ${limit}`, needs, async ({ ask }) => {
        for (const size of sizes) {
          const page = await ask({ [limit]: size });
          if (page.items.length > size) return instead(`at most ${size} items`, `${page.items.length}`, page);
        }
        return undefined;
      }),
      inOrder,
    ];
  const stated = ['whole', 'limit', next && 'unknown-cursor', findAbout(operation, 'ownership') && 'foreign'];
  return [
    ...trialsFor(waysOf(list), largest).filter(({ id }) => stated.includes(id)),
    inOrder,
    trialOf('last', 'the last page has items, and no next page', needs, async ({ ask }) => {
      const read = await readAll(ask, list);
      const count = idsOf(read).length;
      // Even if the last page is full, no empty page may follow it.
      if (next && count <= largest) read.push(...(await readPages(ask, waysOf(list), { [limit]: count })));
      const at = next ? read.findIndex(({ items }) => items.length === 0) : 0;
      return at < 1 ? undefined : instead('no next page', 'an empty one', ...read.slice(at - 1, at + 1));
    }),
    ...(total === undefined
      ? []
      : [
          trialOf('total', `${total} is the number of items on all pages`, needs, async ({ ask }) => {
            const last = (await readAll(ask, list)).flatMap(({ items }) => items).at(-1);
            const equal = Object.entries(list.filters).filter(([, { field, is }]) => is === 'equal' && last?.[field] != null);
            for (const sent of [{}, ...equal.map(([name, { field }]) => ({ [name]: last?.[field] }))]) {
              const read = await readAll(ask, list, sent);
              const page = await ask({ [limit]: sizes[0] ?? largest, ...sent });
              const { answer } = page.exchange;
              const said =
                answer && (valueIn(responseJson(answer), total.split('/')) ?? responseHeader(answer, total.toLowerCase()));
              const count = idsOf(read).length;
              if (read.at(-1)?.next === null && Number(said) !== count)
                return instead(`${total}: ${count}`, showValue(said), page);
            }
            return undefined;
          }),
        ]),
  ];
}

/** Makes the trials for filters. Without `x-pages`, a default may filter the list, so missing items are not reported. */
function filtersOf({ operation, list, maker }: Listed): Trial[] {
  const { limit, largest } = pagesOf(list);
  if (list.isStated) return filterTrials(operation, waysOf(list), largest);
  return Object.entries(list.filters).flatMap(([name, { field }]): Trial[] => {
    const parameter = operation.parameters.find((one) => one.name === name);
    const { enum: listed = [], items } = parameter?.schema ?? {};
    const values = ((items as Schema | undefined)?.enum ?? listed).filter((one) => !['all', 'any', null].includes(one as string));
    const title = `with ${name}, the list has only items with this ${field}`;
    const judge: Trial['try'] = async ({ ask }) => {
      for (const value of values.slice(0, 6)) {
        const page = await ask({ [limit]: largest, [name]: items ? [value] : value });
        const other = page.items.find((item) => (item[field] ?? value) !== value);
        if (other) return instead(`${field}: ${showValue(value)}`, `${field}: ${showValue(other[field])}`, page);
      }
      return undefined;
    };
    return parameter ? [trialOf(`filter/${name}`, title, maker ? 1 : 0, judge, parameter)] : [];
  });
}

/** Makes a trial that deletes an object: the list may then show it as deleted, but not unchanged. */
function deletedTrials({ contract, list, maker }: Listed): Trial[] {
  const at = (method: string): Operation | undefined =>
    contract.operations.find((one) => one.method === method && maker && makes(maker, one, list));
  const [deleting, reading] = [at('DELETE'), at('GET')];
  const before = new WeakMap<Item, Item | undefined>();
  if (!maker || !deleting || !documents(deleting, '204') || !reading) return [];
  const judge: Trial['try'] = async ({ subject, ask }, [item = {}]) => {
    const isIt = ({ id }: Item): boolean => id === item.id;
    const find = async (): Promise<Page | undefined> => (await readAll(ask, list)).find(({ items }) => items.some(isIt));
    if (!before.has(item)) {
      const shown = (await find())?.items.find(isIt);
      const call = calls.get(item) as Call;
      for (const one of [deleting, reading]) {
        const { answer } = await subject.send(requestFor(one, { ...call.values, ...namesIn(one, maker, call) }));
        if (!shown || !answer || isSuccess(answer) !== (one === deleting)) return undefined;
      }
      before.set(item, shown);
    }
    const page = await find();
    const shown = page?.items.find(isIt);
    if (!page || !isDeepStrictEqual(shown, before.get(item))) return undefined;
    return instead('a list without what was deleted', showValue(shown), page);
  };
  return [trialOf('deleted', 'the list no longer has what was deleted', 1, judge)];
}
