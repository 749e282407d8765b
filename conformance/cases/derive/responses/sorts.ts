import { isDeepStrictEqual } from 'node:util';
import type { Operation, Pages, Parameter, Schema } from '../../../src/contract/contract.ts';
import { showValue } from '../../../src/contract/describe-schema.ts';
import { findDisorder, orderedValues } from '../../../src/contract/ordered-values.ts';
import { groupBy } from '../../../src/group-by.ts';
import { CaseSkipped } from '../../../src/outcome/case-skipped.ts';
import { type Page, readPages, type Trial, walk } from './read-pages.ts';

/** Makes a trial for each field by which parameters can sort the list. */
export const sortTrials = (operation: Operation, sorts: Sorts, creator: Operation, paging: Paging): Trial[] =>
  [...groupBy(sorts, ({ by }) => by)].flatMap(([by, ways]) => {
    const parameter = operation.parameters.find(({ name }) => Object.hasOwn(ways[0]?.with ?? {}, name));
    const isOne = parameter !== undefined || Object.keys(ways[0]?.with ?? {}).length === 0;
    return isOne ? [sortTrial(by, ways, creator.request.properties?.[by], paging, parameter)] : [];
  });

type Sorts = NonNullable<Pages['sorts']>;
/** If `isStated` is false, sort orders were guessed from names. The server may then list some kinds of objects first. */
type Paging = [pages: Pages, largest: number, isStated: boolean];

/** Makes a trial that creates objects which differ in one field only, and reads the list in large pages and in small ones. */
function sortTrial(by: string, ways: Sorts, created: Schema | undefined, paging: Paging, parameter?: Parameter): Trial {
  const [pages, largest, isStated] = paging;
  const order = created && (orderedValues(created) ?? []);
  const judge: Trial['try'] = async ({ subject, ask, make }) => {
    if (order?.length === 0) throw new CaseSkipped(`Not tried, because no distinct values of ${by} are known.`);
    const made = new Set<unknown>();
    for (const value of order ? [...order.slice(1), ...order.slice(0, isStated ? 2 : 1)] : [undefined, undefined, undefined])
      made.add((await make(subject, order && { [by]: value })).id);
    for (const { with: sent, descending = false } of ways) {
      const itemsOf = (read: Page[]) => read.flatMap(({ items }) => items.filter(({ id }) => isStated || made.has(id)));
      const whole = await readPages(ask, pages, { [pages.limit]: largest, ...sent });
      const values = itemsOf(whole).map((item) => item[by]);
      const exchanges = whole.slice(0, 3).map(({ exchange }) => exchange);
      const pair = findDisorder({ values, descending, order, hasNumbers: isStated });
      if (pair) return { expected: `${by} in ${descending ? 'de' : 'a'}scending order`, received: showValue(pair), exchanges };
      if (!isStated) continue;
      const lost = [...made].find((id) => itemsOf(whole).every((item) => item.id !== id));
      if (lost !== undefined && whole.at(-1)?.next === null)
        return { expected: `the item ${showValue(lost)}`, received: 'other items', exchanges };
      const few: Page[] = [];
      for await (const page of walk(ask, pages, { [pages.limit]: Math.min(2, largest), ...sent })) if (few.push(page) > 19) break;
      const some = itemsOf(few).map((item) => item[by]);
      const first = values.slice(0, few.at(-1)?.next === null ? values.length : some.length);
      const [expected, received] = [`${by} as in large pages: ${showValue(first)}`, showValue(some)];
      if (!isDeepStrictEqual(some, first)) return { expected, received, exchanges: few.map(({ exchange }) => exchange) };
    }
    return undefined;
  };
  const title = parameter ? `${parameter.name} sorts the list by ${by}` : `the list is sorted by ${by}`;
  return { id: `sorted/${by}`, title, needs: 0, try: judge, ...(parameter && { parameter }) };
}
