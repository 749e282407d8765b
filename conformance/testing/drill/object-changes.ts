import type { Fields } from '../../servers/full/message.ts';
import type { FullChanges } from '../../servers/full/start-full-server.ts';
import { addDeposit, addInstalments, addShipping, addWatchers } from '../changes/add-objects.ts';
import type { DrilledChange } from './drill.ts';
import { demand, show, take } from './kind-changes.ts';

const isObject = (value: unknown): value is Fields => typeof value === 'object' && value !== null && !Array.isArray(value);
const takeAs = (field: string, change: (one: Fields) => Fields): FullChanges =>
  take(field, (value) => (isObject(value) ? change(value) : value));

const shipping: DrilledChange = {
  name: 'an object whose fields depend on one of them',
  change: addShipping,
  cases: /shipping/,
  right: {},
  wrong: [
    {
      ...{ does: 'takes a parcel without a city', breaks: 'create-shipping' },
      server: takeAs('shipping', (one) => (one.method === 'post' && one.street ? { city: 'Oslo', ...one } : one)),
    },
    {
      ...{ does: 'takes a parcel without an address', breaks: 'create-shipping' },
      server: takeAs('shipping', (one) => (one.method === 'post' && !one.street ? { city: 'Oslo', street: 'a', ...one } : one)),
    },
    {
      ...{ does: 'takes an address with a shop', breaks: 'create-shipping' },
      server: takeAs('shipping', (one) => (one.method === 'shop' ? { method: 'shop' } : one)),
    },
    {
      ...{ does: 'refuses a shop', breaks: 'create-shipping' },
      server: demand('shipping', ({ shipping: one }) => (one as Fields).method !== 'shop'),
    },
    {
      ...{ does: 'forgets the city', breaks: 'invoice-shipping' },
      server: show((body) => {
        if (isObject(body.shipping)) body.shipping = { ...body.shipping, city: undefined };
      }),
    },
  ],
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
  wrong: [
    {
      does: 'takes parts of a yen',
      breaks: 'create-deposit-decimals',
      server: rounded((one) => Math.max(2, decimals[one] ?? 0)),
    },
    {
      does: 'refuses a thousandth of a dinar',
      breaks: 'create-deposit-decimals',
      server: rounded((one) => Math.min(2, decimals[one] ?? 0)),
    },
    {
      does: 'takes a thousandth of a dollar',
      breaks: 'create-deposit-decimals',
      server: rounded((one) => (one === 'JPY' ? 0 : 3)),
    },
    { does: 'takes everything', breaks: 'create-deposit-decimals', server: {} },
    {
      ...{ does: 'shows dollars', breaks: 'invoice-deposit' },
      server: {
        ...rounded((currency) => decimals[currency] ?? 0),
        ...show((body) => {
          if (isObject(body.deposit)) body.deposit = { ...body.deposit, currency: 'USD' };
        }),
      },
    },
  ],
};

const watchersAs = (change: (all: Fields[]) => Fields[]): FullChanges =>
  take('watchers', (all) => (Array.isArray(all) ? change(all) : all));

const watchers: DrilledChange = {
  name: 'people with an address and a choice of events',
  change: addWatchers,
  cases: /watchers/,
  right: {},
  wrong: [
    { does: 'takes four people', breaks: 'create-watchers', server: watchersAs((all) => all.slice(0, 3)) },
    {
      ...{ does: 'writes addresses in small letters', breaks: 'create-watchers' },
      server: watchersAs((all) =>
        all.map((one) => ({ ...one, email: typeof one.email === 'string' ? one.email.toLowerCase() : one.email })),
      ),
    },
    {
      ...{ does: 'takes an event twice', breaks: 'create-watchers' },
      server: watchersAs((all) =>
        all.map((one) => (Array.isArray(one.events) ? { ...one, events: [...new Set(one.events)] } : one)),
      ),
    },
    {
      ...{ does: 'takes no event', breaks: 'create-watchers' },
      server: watchersAs((all) =>
        all.map((one) => (Array.isArray(one.events) && one.events.length === 0 ? { email: one.email } : one)),
      ),
    },
    {
      ...{ does: 'drops the events of all but the first', breaks: 'invoice-watchers' },
      server: watchersAs((all) => all.map((one, index) => (index === 0 ? one : { email: one.email }))),
    },
    {
      ...{ does: 'takes one person once', breaks: 'create-watchers' },
      server: demand(
        'watchers',
        ({ watchers: all }) => new Set((all as Fields[]).map(({ email }) => email)).size === (all as Fields[]).length,
      ),
    },
  ],
};

const cents = (value: unknown): number => Math.round(Number(value) * 100);
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
  wrong: [
    { does: 'takes any dates', breaks: 'create-instalments-order', server: split(() => true) },
    {
      ...{ does: 'takes one day twice', breaks: 'create-instalments-order' },
      server: split(inOrder((before, due) => before <= due)),
    },
    {
      ...{ does: 'takes different dates in any order', breaks: 'create-instalments-order' },
      server: split(inOrder((before, due) => before !== due)),
    },
    {
      ...{ does: 'compares the first two dates', breaks: 'create-instalments-order' },
      server: split((all) => inOrder()(all.slice(0, 2))),
    },
    {
      ...{ does: 'compares the first date with the last', breaks: 'create-instalments-order' },
      server: split((all) => inOrder()([...all.slice(0, 1), ...all.slice(1).slice(-1)])),
    },
    {
      ...{ does: 'adds in binary', breaks: 'create-instalments-sum' },
      server: split(undefined, (all, amount) => total(all, (one) => one) === amount),
    },
    {
      ...{ does: 'takes a part of the amount', breaks: 'create-instalments-sum' },
      server: split(undefined, (all, amount) => total(all) <= cents(amount)),
    },
    {
      ...{ does: 'shows the last one first', breaks: 'invoice-instalments' },
      server: {
        ...split(),
        ...show((body) => {
          if (Array.isArray(body.instalments)) body.instalments = body.instalments.toReversed();
        }),
      },
    },
  ],
};

/** Changes that add objects whose fields depend on each other. */
export const objectChanges: readonly DrilledChange[] = [shipping, deposit, watchers, instalments];
