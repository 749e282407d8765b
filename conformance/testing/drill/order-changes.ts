import type { Invoice } from '../../servers/full/memory.ts';
import type { Fields } from '../../servers/full/message.ts';
import type { FullChanges } from '../../servers/full/start-full-server.ts';
import { sortList } from '../changes/add-list.ts';
import type { DrilledChange } from './drill.ts';
import { type ListSteps, list, right } from './further-changes.ts';

type Compare = (one: unknown, other: unknown) => number;
const compare: Compare = (one, other) => (one === other ? 0 : (one as number) < (other as number) ? -1 : 1);
const asTexts: Compare = (one, other) => compare(String(one), String(other));

/** Returns the field by which a query sorts, and the sign of its direction. */
const orderOf = (query: URLSearchParams): [field: string, sign: number] => {
  const sort = query.get('sort') ?? '';
  return sort.startsWith('-') ? [sort.slice(1), -1] : [sort, 1];
};
const sortBy =
  (by: Compare, change = (order: [string, number]): [string, number] => order): ListSteps['sort'] =>
  (all, query) => {
    if (!query.has('sort')) return all;
    const [field, sign] = change(orderOf(query));
    return all.toSorted(({ shown: one }, { shown: other }) => sign * by((one as Fields)[field], (other as Fields)[field]));
  };
const sort = sortBy(compare);
const sorted = (steps: Partial<ListSteps> = {}): FullChanges => list({ sort, ...steps });
const indexOf = (all: Invoice[], id: string): number => all.findIndex(({ shown }) => shown.id === id);

const sorting: DrilledChange = {
  name: 'a list in the order that a query chooses',
  change: sortList,
  cases: /list-payments/,
  finds: /\/(pages|parameter)\//,
  right: sorted(),
  wrong: {
    'list-sort': {
      'sorts nothing': list(),
      'sorts each page by itself': list({ sortPage: sort }),
      'sorts amounts as texts': sorted({ sort: sortBy(asTexts) }),
      'sorts amounts by whole dollars': sorted({
        sort: sortBy((one, other) =>
          typeof one === 'number' ? compare(Math.trunc(one), Math.trunc(Number(other))) : compare(one, other),
        ),
      }),
      'knows one direction': sorted({ sort: sortBy(compare, ([field]) => [field, 1]) }),
      'takes the largest for the smallest': sorted({ sort: sortBy(compare, ([field, sign]) => [field, -sign]) }),
      'sorts by time always': sorted({ sort: sortBy(compare, ([, sign]) => ['createdAt', sign]) }),
      'loses amounts that come twice between pages': sorted({
        begin(all, after, query) {
          const at = indexOf(all, after);
          const [field] = orderOf(query);
          if (field !== 'amount') return at + 1;
          const next = all.slice(at).findIndex(({ shown }) => shown.amount !== all[at]?.shown.amount);
          return next < 0 ? all.length : at + next;
        },
      }),
      'shows an amount once': sorted({
        sort: (all, query) =>
          sort(all, query).filter(
            ({ shown }, at, some) => orderOf(query)[0] !== 'amount' || shown.amount !== some[at - 1]?.shown.amount,
          ),
      }),
      'continues in the order of no query': sorted({
        begin: (all, after, query) => (query.has('sort') ? indexOf(right.sort(all, query), after) + 2 : indexOf(all, after) + 1),
      }),
    },
  },
};

/** Changes that let a client sort a list. */
export const orderChanges: readonly DrilledChange[] = [sorting];
