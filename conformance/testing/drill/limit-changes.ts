import type { Account, Invoice, Memory } from '../../servers/full/memory.ts';
import { headerOf, setHeader } from '../../servers/full/message.ts';
import { Problem } from '../../servers/full/problem.ts';
import type { FullChanges } from '../../servers/full/start-full-server.ts';
import { addOpenMost, addOrderId, addTwoScopes, addWithdrawal } from '../changes/add-limits.ts';
import type { DrilledChange } from './drill.ts';

interface Once {
  isSame?(one: string, other: string): boolean;
  isCounted?(invoice: Invoice, account: Account): boolean;
  problem?: string;
}
const ofAccount = (invoice: Invoice, account: Account): boolean => invoice.account === account;
/** Refuses an order that the account has an invoice for. */
const orders = ({
  isSame = (one, other) => one === other,
  isCounted = ofAccount,
  problem = 'order_taken',
}: Once = {}): FullChanges => ({
  examine(operation, { orderId }, _invoice, { account, memory }) {
    if (operation !== 'createPayment' || typeof orderId !== 'string') return;
    const counted = [...memory.invoices.values()].filter((one) => isCounted(one, account));
    if (counted.some(({ shown }) => typeof shown.orderId === 'string' && isSame(shown.orderId, orderId)))
      throw new Problem(problem);
  },
});
/** Refuses each order that it has seen before, even if the earlier request failed. */
const early = (): FullChanges => {
  const seen = new Map<Memory, Set<string>>();
  return {
    examine(operation, { orderId }, _invoice, { account, memory }) {
      if (operation !== 'createPayment' || typeof orderId !== 'string') return;
      const all = seen.get(memory) ?? new Set();
      seen.set(memory, all);
      if (all.has(`${account.name} ${orderId}`)) throw new Problem('order_taken');
      all.add(`${account.name} ${orderId}`);
    },
    restart: (memory) => void seen.delete(memory),
  };
};

const order: DrilledChange = {
  name: 'a field that is unique among the invoices of an account',
  change: addOrderId,
  cases: /order|idempotency/i,
  right: orders(),
  wrong: [
    { does: 'takes an order twice', breaks: 'create-order-once', server: {} },
    { does: 'knows the orders of every account', breaks: 'create-order-once', server: orders({ isCounted: () => true }) },
    {
      ...{ does: 'takes capitals for small letters', breaks: 'create-order-once' },
      server: orders({ isSame: (one, other) => one.toLowerCase() === other.toLowerCase() }),
    },
    {
      ...{ does: 'compares the beginning', breaks: 'create-order-once' },
      server: orders({ isSame: (one, other) => one.slice(0, 8) === other.slice(0, 8) }),
    },
    {
      ...{ does: 'frees the order of a final invoice', breaks: 'create-order-once' },
      server: orders({
        isCounted: (one, account) => ofAccount(one, account) && ['PENDING', 'UNDER_PAID'].includes(one.shown.status),
      }),
    },
    { does: 'forgets orders at a restart', breaks: 'create-order-once', server: early() },
    { does: 'refuses with another problem', breaks: 'create-order-once', server: orders({ problem: 'invoice_failed' }) },
    {
      ...{ does: 'refuses the replay of a key', breaks: 'create-order-once' },
      server: {
        ...orders(),
        fingerprint: (body) => (body.orderId === undefined ? JSON.stringify(Object.entries(body).sort()) : crypto.randomUUID()),
        keyOf: (account, key) => `${account.name} ${key.replace(/^"(.*)"$/, '$1')}`,
      },
    },
    {
      ...{ does: 'compares with the newest invoice', breaks: 'create-order-once' },
      server: {
        examine(operation, { orderId }, _invoice, { account, memory }) {
          if (operation !== 'createPayment' || typeof orderId !== 'string') return;
          const newest = [...memory.invoices.values()].filter((one) => ofAccount(one, account)).at(-1);
          if (newest?.shown.orderId === orderId) throw new Problem('order_taken');
        },
      },
    },
  ],
};

const most = 20;
interface Room {
  isOpen?(invoice: Invoice, now: number): boolean;
  isCounted?(invoice: Invoice, account: Account): boolean;
  problem?: string;
  most?: number;
}
const isOpen = ({ shown: { status }, endsAt }: Invoice, now: number): boolean =>
  ['PENDING', 'UNDER_PAID'].includes(status) && endsAt > now;
const room = (stated: Room = {}): FullChanges => ({
  examine(operation, _body, _invoice, { account, memory }) {
    const { isCounted = ofAccount, problem = 'too_many_open' } = stated;
    if (operation !== 'createPayment' || !memory.limited) return;
    const open = [...memory.invoices.values()].filter(
      (one) => isCounted(one, account) && (stated.isOpen ?? isOpen)(one, memory.now()),
    );
    if (open.length >= (stated.most ?? most)) throw new Problem(problem);
  },
});

const few: DrilledChange = {
  name: 'a few open invoices for an account',
  change: addOpenMost,
  cases: /open|most-at-once/,
  right: room(),
  wrong: [
    { does: 'takes any number', breaks: 'create-open-most', server: {} },
    { does: 'takes one more', breaks: 'create-open-most', server: room({ most: most + 1 }) },
    { does: 'takes one less', breaks: 'create-open-most', server: room({ most: most - 1 }) },
    { does: 'counts those of every account', breaks: 'create-open-most', server: room({ isCounted: () => true }) },
    { does: 'counts paid ones', breaks: 'create-open-most', server: room({ isOpen: ({ endsAt }, now) => endsAt > now }) },
    {
      ...{ does: 'counts expired ones', breaks: 'create-open-most' },
      server: room({ isOpen: ({ shown: { status } }) => ['PENDING', 'UNDER_PAID', 'EXPIRED'].includes(status) }),
    },
    {
      ...{ does: 'counts no underpaid ones', breaks: 'create-open-most' },
      server: room({ isOpen: (one, now) => isOpen(one, now) && one.shown.status === 'PENDING' }),
    },
    { does: 'refuses with another problem', breaks: 'create-open-most', server: room({ problem: 'invoice_failed' }) },
  ],
};

/** Gives the token of an export request all scopes if `maySee` returns true for the scopes that it has, and none otherwise. */
const scoped = (maySee: (scopes: string[]) => boolean): FullChanges => ({
  request(message, memory) {
    const text = headerOf(message, 'authorization')?.split(' ')[1] ?? '';
    const token = memory.tokens.get(text);
    if (!message.path.endsWith('/export') || !token) return;
    const scopes = maySee(token.scopes) ? memory.facts.scopes : [];
    memory.tokens.set(`${text}-seen`, { ...token, scopes });
    setHeader(message, 'authorization', `Bearer ${text}-seen`);
  },
});
const twoScopes: DrilledChange = {
  name: 'an operation that needs two scopes',
  change: addTwoScopes,
  cases: /export/,
  right: {},
  wrong: [
    { does: 'asks for the first', breaks: 'export-scope', server: scoped((all) => all.includes('invoices:read')) },
    { does: 'asks for the second', breaks: 'export-scope', server: scoped((all) => all.includes('receipts:write')) },
    {
      does: 'asks for one of them',
      breaks: 'export-scope',
      server: scoped((all) => all.includes('invoices:read') || all.includes('receipts:write')),
    },
    { does: 'asks for none', breaks: 'export-scope', server: scoped(() => true) },
    { does: 'asks for any two', breaks: 'export-scope', server: scoped((all) => all.length > 1) },
    {
      does: 'takes no further scope',
      breaks: 'export-scope',
      server: scoped((all) => all.length === 2 && all.includes('invoices:read') && all.includes('receipts:write')),
    },
  ],
};

const minutes = 60_000;
const withdrawing = ({
  isLate = (age: number, _left: number) => age >= 10 * minutes,
  problem = 'withdrawal_too_late',
  isEarly = false,
} = {}): FullChanges => ({
  examine(operation, _body, invoice, { memory }) {
    if (operation !== 'withdrawPayment' || !invoice) return;
    const [now, made, end] = [memory.now(), Date.parse(String(invoice.shown.createdAt)), invoice.endsAt];
    if (!isLate(now - made, end - now)) return;
    if (isEarly) invoice.shown.status = 'EXPIRED';
    throw new Problem(problem);
  },
});
const withdrawal: DrilledChange = {
  name: 'a call that is in time for ten minutes',
  change: addWithdrawal,
  cases: /withdraw/,
  right: withdrawing(),
  wrong: [
    { does: 'takes it at any time', breaks: 'withdraw-in-time', server: {} },
    {
      does: 'takes it for eleven minutes',
      breaks: 'withdraw-in-time',
      server: withdrawing({ isLate: (age) => age >= 11 * minutes }),
    },
    {
      does: 'takes it for nine minutes',
      breaks: 'withdraw-in-time',
      server: withdrawing({ isLate: (age) => age >= 9 * minutes }),
    },
    {
      does: 'counts from the expiry',
      breaks: 'withdraw-in-time',
      server: withdrawing({ isLate: (_, left) => left <= 10 * minutes }),
    },
    { does: 'refuses with another problem', breaks: 'withdraw-in-time', server: withdrawing({ problem: 'invoice_expired' }) },
    { does: 'withdraws it before it refuses', breaks: 'withdraw-in-time', server: withdrawing({ isEarly: true }) },
    { does: 'takes seconds for milliseconds', breaks: 'withdraw-in-time', server: withdrawing({ isLate: (age) => age >= 600 }) },
  ],
};

/** Changes that limit how often something may happen, or when. */
export const limitChanges: readonly DrilledChange[] = [order, few, twoScopes, withdrawal];
