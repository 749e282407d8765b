import { onRequest } from '../../faults/changes/change-step.ts';
import type { Account, Invoice, Memory } from '../../servers/full/memory.ts';
import { headerOf, setHeader } from '../../servers/full/message.ts';
import { Problem } from '../../servers/full/problem.ts';
import type { FullChanges } from '../../servers/full/start-full-server.ts';
import { addOpenMost, addOrderId, addTwoScopes, addWithdrawal } from '../changes/add-limits.ts';
import type { DrilledChange } from './drill.ts';

const ofAccount = (invoice: Invoice, account: Account): boolean => invoice.account === account;
/** Refuses a createPayment if the account already has an invoice with the same orderId. */
const orders = ({
  isSame = (one: string, other: string): boolean => one === other,
  isCounted = ofAccount,
  problem = 'order_taken',
} = {}): FullChanges => ({
  examine(operation, { orderId }, _invoice, { account, memory }) {
    if (operation !== 'createPayment' || typeof orderId !== 'string') return;
    const counted = [...memory.invoices.values()].filter((one) => isCounted(one, account));
    if (counted.some(({ shown }) => typeof shown.orderId === 'string' && isSame(shown.orderId, orderId)))
      throw new Problem(problem);
  },
});
/** Refuses a createPayment with an orderId that an earlier createPayment contained, even if that one failed. */
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
  wrong: {
    'create-order-once': {
      'takes an order twice': {},
      'knows the orders of every account': orders({ isCounted: () => true }),
      'takes capitals for small letters': orders({ isSame: (one, other) => one.toLowerCase() === other.toLowerCase() }),
      'compares the beginning': orders({ isSame: (one, other) => one.slice(0, 8) === other.slice(0, 8) }),
      'frees the order of a final invoice': orders({
        isCounted: (one, account) => ofAccount(one, account) && ['PENDING', 'UNDER_PAID'].includes(one.shown.status),
      }),
      'forgets orders at a restart': early(),
      'refuses with another problem': orders({ problem: 'invoice_failed' }),
      'refuses the replay of a key': {
        ...orders(),
        fingerprint: (body) => (body.orderId === undefined ? JSON.stringify(Object.entries(body).sort()) : crypto.randomUUID()),
        keyOf: (account, key) => `${account.name} ${key.replace(/^"(.*)"$/, '$1')}`,
      },
      'compares with the newest invoice': {
        examine(operation, { orderId }, _invoice, { account, memory }) {
          if (operation !== 'createPayment' || typeof orderId !== 'string') return;
          const newest = [...memory.invoices.values()].filter((one) => ofAccount(one, account)).at(-1);
          if (newest?.shown.orderId === orderId) throw new Problem('order_taken');
        },
      },
    },
  },
};

const most = 20;
const isOpen = ({ shown: { status }, endsAt }: Invoice, now: number): boolean =>
  ['PENDING', 'UNDER_PAID'].includes(status) && endsAt > now;
const room = ({ counts = isOpen, isCounted = ofAccount, problem = 'too_many_open', limit = most } = {}): FullChanges => ({
  examine(operation, _body, _invoice, { account, memory }) {
    if (operation !== 'createPayment' || !memory.limited) return;
    const open = [...memory.invoices.values()].filter((one) => isCounted(one, account) && counts(one, memory.now()));
    if (open.length >= limit) throw new Problem(problem);
  },
});

const few: DrilledChange = {
  name: 'a few open invoices for an account',
  change: addOpenMost,
  cases: /open|most-at-once/,
  right: room(),
  wrong: {
    'create-open-most': {
      'takes any number': {},
      'takes one more': room({ limit: most + 1 }),
      'takes one less': room({ limit: most - 1 }),
      'counts those of every account': room({ isCounted: () => true }),
      'counts paid ones': room({ counts: ({ endsAt }, now) => endsAt > now }),
      'counts expired ones': room({ counts: ({ shown: { status } }) => ['PENDING', 'UNDER_PAID', 'EXPIRED'].includes(status) }),
      'counts no underpaid ones': room({ counts: (one, now) => isOpen(one, now) && one.shown.status === 'PENDING' }),
      'refuses with another problem': room({ problem: 'invoice_failed' }),
    },
  },
};

/** Gives the token of an export request all scopes if `maySee` returns true for its own scopes, and otherwise no scopes. */
const scoped = (maySee: (scopes: string[]) => boolean): FullChanges =>
  onRequest((message, memory) => {
    const text = headerOf(message, 'authorization')?.split(' ')[1] ?? '';
    const token = memory.tokens.get(text);
    if (!message.path.endsWith('/export') || !token) return;
    const scopes = maySee(token.scopes) ? memory.facts.scopes : [];
    memory.tokens.set(`${text}-seen`, { ...token, scopes });
    setHeader(message, 'authorization', `Bearer ${text}-seen`);
  });
const twoScopes: DrilledChange = {
  name: 'an operation that needs two scopes',
  change: addTwoScopes,
  cases: /export/,
  right: {},
  wrong: {
    'export-scope': {
      'asks for the first': scoped((all) => all.includes('invoices:read')),
      'asks for the second': scoped((all) => all.includes('receipts:write')),
      'asks for one of them': scoped((all) => all.includes('invoices:read') || all.includes('receipts:write')),
      'asks for none': scoped(() => true),
      'asks for any two': scoped((all) => all.length > 1),
      'takes no further scope': scoped(
        (all) => all.length === 2 && all.includes('invoices:read') && all.includes('receipts:write'),
      ),
    },
  },
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
  wrong: {
    'withdraw-in-time': {
      'takes it at any time': {},
      'takes it for eleven minutes': withdrawing({ isLate: (age) => age >= 11 * minutes }),
      'takes it for nine minutes': withdrawing({ isLate: (age) => age >= 9 * minutes }),
      'counts from the expiry': withdrawing({ isLate: (_, left) => left <= 10 * minutes }),
      'refuses with another problem': withdrawing({ problem: 'invoice_expired' }),
      'withdraws it before it refuses': withdrawing({ isEarly: true }),
      'takes seconds for milliseconds': withdrawing({ isLate: (age) => age >= 600 }),
    },
  },
};

/** Changes that limit how often something may happen, or when. */
export const limitChanges: readonly DrilledChange[] = [order, few, twoScopes, withdrawal];
