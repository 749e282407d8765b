import type { Fields } from '../../servers/full/message.ts';
import type { FullChanges } from '../../servers/full/start-full-server.ts';
import { addDeposit, addInstalments, addShipping, addWatchers } from '../changes/add-objects.ts';
import type { DrilledChange } from './drill.ts';
import { cents, demand, isObject, show, takeList, takeObject } from './kind-changes.ts';

const shipping: DrilledChange = {
  name: 'an object whose fields depend on one of them',
  change: addShipping,
  cases: /shipping/,
  right: {},
  wrong: {
    'create-shipping': {
      'takes a parcel without a city': takeObject('shipping', (one) =>
        one.method === 'post' && one.street ? { city: 'Oslo', ...one } : one,
      ),
      'takes a parcel without an address': takeObject('shipping', (one) =>
        one.method === 'post' && !one.street ? { city: 'Oslo', street: 'a', ...one } : one,
      ),
      'takes an address with a shop': takeObject('shipping', (one) => (one.method === 'shop' ? { method: 'shop' } : one)),
      'refuses a shop': demand('shipping', ({ shipping: one }) => (one as Fields).method !== 'shop'),
    },
    'invoice-shipping': {
      'forgets the city': show((body) => {
        if (isObject(body.shipping)) body.shipping = { ...body.shipping, city: undefined };
      }),
    },
  },
};

const decimals: Record<string, number> = { USD: 2, JPY: 0, KWD: 3 };
const rounded = (most: (currency: string) => number): FullChanges =>
  demand('deposit', ({ deposit: one }) => {
    const { value, currency } = one as { value: number; currency: string };
    return Number(value.toFixed(most(currency))) === value;
  });

const deposit: DrilledChange = {
  name: 'an amount with a currency of its own',
  change: addDeposit,
  cases: /deposit/,
  right: rounded((currency) => decimals[currency] ?? 0),
  wrong: {
    'create-deposit-decimals': {
      'takes parts of a yen': rounded((one) => Math.max(2, decimals[one] ?? 0)),
      'refuses a thousandth of a dinar': rounded((one) => Math.min(2, decimals[one] ?? 0)),
      'takes a thousandth of a dollar': rounded((one) => (one === 'JPY' ? 0 : 3)),
      'takes everything': {},
    },
    'invoice-deposit': {
      'shows dollars': {
        ...rounded((currency) => decimals[currency] ?? 0),
        ...show((body) => {
          if (isObject(body.deposit)) body.deposit = { ...body.deposit, currency: 'USD' };
        }),
      },
    },
  },
};

const watchersAs = (change: (all: Fields[]) => Fields[]): FullChanges => takeList('watchers', change);

const watchers: DrilledChange = {
  name: 'people with an address and a choice of events',
  change: addWatchers,
  cases: /watchers/,
  right: {},
  wrong: {
    'create-watchers': {
      'takes four people': watchersAs((all) => all.slice(0, 3)),
      'writes addresses in small letters': watchersAs((all) =>
        all.map((one) => ({ ...one, email: typeof one.email === 'string' ? one.email.toLowerCase() : one.email })),
      ),
      'takes an event twice': watchersAs((all) =>
        all.map((one) => (Array.isArray(one.events) ? { ...one, events: [...new Set(one.events)] } : one)),
      ),
      'takes no event': watchersAs((all) =>
        all.map((one) => (Array.isArray(one.events) && one.events.length === 0 ? { email: one.email } : one)),
      ),
      'takes one person once': demand(
        'watchers',
        ({ watchers: all }) => new Set((all as Fields[]).map(({ email }) => email)).size === (all as Fields[]).length,
      ),
    },
    'invoice-watchers': {
      'drops the events of all but the first': watchersAs((all) =>
        all.map((one, index) => (index === 0 ? one : { email: one.email })),
      ),
    },
  },
};

type Part = { due: string; amount: number };
const total = (all: Part[], of: (one: number) => number = cents): number => all.reduce((sum, { amount }) => sum + of(amount), 0);
/** Returns a function that compares each due date with the previous one. */
const inOrder =
  (isRight = (before: string, due: string): boolean => before < due) =>
  (all: Part[]): boolean =>
    all.every(({ due }, at) => at === 0 || isRight(String(all[at - 1]?.due), due));
const split = (
  isOrdered: (all: Part[]) => boolean = inOrder(),
  isSum = (all: Part[], amount: unknown): boolean => total(all) === cents(amount),
): FullChanges =>
  demand('instalments', (body) => isOrdered(body.instalments as Part[]) && isSum(body.instalments as Part[], body.amount));

const instalments: DrilledChange = {
  name: 'instalments that add up and are due one after another',
  change: addInstalments,
  cases: /instalments/,
  right: split(),
  wrong: {
    'create-instalments-order': {
      'takes any dates': split(() => true),
      'takes one day twice': split(inOrder((before, due) => before <= due)),
      'takes different dates in any order': split(inOrder((before, due) => before !== due)),
      'compares the first two dates': split((all) => inOrder()(all.slice(0, 2))),
      'compares the first date with the last': split((all) => inOrder()([...all.slice(0, 1), ...all.slice(1).slice(-1)])),
    },
    'create-instalments-sum': {
      'adds in binary': split(undefined, (all, amount) => total(all, (one) => one) === amount),
      'takes a part of the amount': split(undefined, (all, amount) => total(all) <= cents(amount)),
    },
    'invoice-instalments': {
      'shows the last one first': {
        ...split(),
        ...show((body) => {
          if (Array.isArray(body.instalments)) body.instalments = body.instalments.toReversed();
        }),
      },
    },
  },
};

/** Changes that add objects whose fields depend on each other. */
export const objectChanges: readonly DrilledChange[] = [shipping, deposit, watchers, instalments];
