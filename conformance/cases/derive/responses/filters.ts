import { isDeepStrictEqual } from 'node:util';
import { compileSchema } from '../../../src/contract/compile-schema.ts';
import type { Operation, Pages, Parameter } from '../../../src/contract/contract.ts';
import { showValue } from '../../../src/contract/describe-schema.ts';
import { breachOf } from '../../../src/contract/relations.ts';
import type { Exchange } from '../../../src/http/exchange.ts';
import { CaseSkipped } from '../../../src/outcome/case-skipped.ts';
import { asOther } from '../../../src/subject/switch-account.ts';
import { imitateId } from '../../play/near-ids.ts';
import { showText } from '../../violations/parameters.ts';
import { type Ask, type Item, type Page, readPages, type Trial, type Wrong } from './read-pages.ts';

/** A query parameter that filters a list. */
interface Filter {
  parameter: Parameter;
  field: string;
  is: NonNullable<Pages['filters']>[string]['is'];
}

/** The items of all pages that were read. */
interface Listed {
  items: Item[];
  exchange: Exchange;
  isWhole: boolean;
}

/** Makes the trials for parameters that filter a list: each by itself, combined with another filter, and with a foreign id. */
export function filterTrials(operation: Operation, pages: Pages, largest: number): Trial[] {
  const filters = Object.entries(pages.filters ?? {}).flatMap(([name, filter]): Filter[] => {
    const parameter = operation.parameters.find((one) => one.name === name);
    return parameter ? [{ ...filter, parameter }] : [];
  });
  const readWhole = (ask: Ask): Promise<Listed> => readAll(ask, pages, Math.min(20, largest), {});
  /** Reads the list with filters, and compares it with all items that pass every filter. */
  const compare = async (ask: Ask, whole: Listed, given: [Filter, unknown][]): Promise<Wrong | undefined> => {
    const values = Object.fromEntries(given.map(([{ parameter }, value]) => [parameter.name, value]));
    // Reads small pages, because a server that filters a page only after reading it would show too few items.
    const listed = await readAll(ask, pages, Math.min(2, largest), values);
    const isRight = (item: Item): boolean => given.every(([filter, value]) => passes(filter, value, item));
    // A filtered list may have another order. If a list was not read to its end, checks only that items pass the filter.
    const [expected, received] = [whole.items.filter(isRight), listed.items].map((some) =>
      some.map(({ id }) => String(id)).sort(),
    );
    const isCut = !whole.isWhole || !listed.isWhole;
    if (isCut ? listed.items.every(isRight) : isDeepStrictEqual(expected, received)) return undefined;
    const asked = Object.entries(values).map(([name, value]) => `${name}=${showText(value)}`);
    const say = (ids: unknown[] = []): string =>
      `with ${asked.join(' and ')}: ${ids.length} of ${whole.items.length}, ${showValue(ids.slice(0, 3))}`;
    return { expected: say(expected), received: say(received), exchanges: [whole.exchange, listed.exchange] };
  };
  return filters.flatMap((filter, index): Trial[] => {
    const { parameter, field, is } = filter;
    const { name } = parameter;
    const next = filters[(index + 1) % filters.length] as Filter;
    const about = { id: `filter/${name}`, needs: 3, parameter };
    const ofEqual = isList(filter) ? 'one of those' : 'that';
    const trials: Trial[] = [
      {
        ...about,
        title: `with ${name}, the list has the items whose ${field} is ${is === 'equal' ? ofEqual : `${is.replace('-', ' ')} it`}`,
        async try({ ask }) {
          const whole = await readWhole(ask);
          const values = valuesFor(filter, whole.items);
          if (values.length === 0) throw new CaseSkipped(`${name} accepts no ${field} of the items that are listed.`);
          for (const value of values) {
            const wrong = await compare(ask, whole, [[filter, value]]);
            if (wrong) return wrong;
          }
          return undefined;
        },
      },
    ];
    if (next !== filter)
      trials.push({
        ...{ ...about, id: `filter/${name}/beside-${next.parameter.name}` },
        title: `with ${name} and ${next.parameter.name}, the list has the items that pass both`,
        async try({ ask }) {
          const whole = await readWhole(ask);
          const pairs = valuesFor(next, whole.items).flatMap((other) =>
            valuesFor(filter, whole.items).map((value) => ({ other, value })),
          );
          const pair = pairs.find(({ other, value }) =>
            whole.items.some((item) => passes(next, other, item) && !passes(filter, value, item)),
          );
          if (!pair) throw new CaseSkipped(`No listed item passes ${next.parameter.name} but not ${name}.`);
          return compare(ask, whole, [
            [next, pair.other],
            [filter, pair.value],
          ]);
        },
      });
    if (field === 'id' && is === 'equal' && parameter.identifies === undefined)
      trials.push({
        ...{ ...about, id: `filter/${name}/foreign` },
        title: `with ${name} of another account's invoice, the list does not have that invoice`,
        async try({ subject, ask, make }, [own]) {
          const theirs = (await make(asOther(subject))).id;
          const listed = await ask({ [name]: isList(filter) ? [theirs, own?.id] : theirs });
          if (listed.items.every(({ id }) => id !== theirs)) return undefined;
          return { expected: 'no foreign invoice', received: showValue(theirs), exchanges: [listed.exchange] };
        },
      });
    return trials;
  });
}

/** Maximum number of items that a filter for a range should select, because they are read in small pages. */
const mostPassing = 20;

const isList = ({ parameter: { schema } }: Filter): boolean => [schema.type].flat().includes('array');

/** Checks whether a list filtered by this value may contain the item. */
const passes = ({ field, is }: Filter, value: unknown, item: Item): boolean =>
  // A filter never selects an item whose field is null, although a relation would allow that item.
  (item[field] ?? null) !== null &&
  [value]
    .flat()
    .some((bound) => breachOf({ property: field, is, field: 'bound', requirement: '' }, { ...item, bound }) === undefined);

/** Lists values of a filter: some that items have, and one that no item has. */
function valuesFor(filter: Filter, items: Item[]): unknown[] {
  const { parameter, field, is } = filter;
  const { schema } = parameter;
  const one = isList(filter) ? (schema.items ?? {}) : schema;
  const isAllowed = compileSchema(one);
  const held = [...new Set(items.map((item) => item[field]))].filter((value) => value !== null && isAllowed(value));
  const [first, second] = held;
  if (is !== 'equal') {
    // Takes a middle value, which has items on both sides. Prefers values that select so few items that all of these can be read.
    const countOf = (value: unknown): number => items.filter((item) => passes(filter, value, item)).length;
    const few = held.slice(0, 60).filter((value) => countOf(value) <= mostPassing);
    const some = few.length > 0 ? few : held;
    return some.slice(some.length / 2).slice(0, 1);
  }
  const unheld = (one.enum ?? []).filter((value) => value !== null && !held.includes(value));
  if (!isList(filter)) return [...held.slice(0, 2), ...unheld.slice(0, 1)];
  const madeUp =
    typeof first === 'string' && one.enum === undefined && parameter.identifies === undefined ? [imitateId(first)] : [];
  const [other] = [...unheld, ...madeUp];
  const lists = [[first], [first, second], [second, first], [first, other], [other, first], [other]];
  return lists.filter((list) => list.every((value) => value !== undefined) && compileSchema(schema)(list));
}

async function readAll(ask: Ask, pages: Pages, limit: number, values: Item): Promise<Listed> {
  const read = await readPages(ask, pages, { [pages.limit]: limit, ...values });
  const [first] = read as [Page];
  return { items: read.flatMap(({ items }) => items), exchange: first.exchange, isWhole: read.at(-1)?.next === null };
}
