import { onReply } from '../../faults/changes/change-step.ts';
import type { Account, Invoice } from '../../servers/full/memory.ts';
import { type Fields, headerOf, isInvoice, type Message } from '../../servers/full/message.ts';
import { Problem } from '../../servers/full/problem.ts';
import type { FullChanges } from '../../servers/full/start-full-server.ts';
import { addBasket, addConditionalRead, addFee, addPayerAddress, addSummary } from '../changes/add-rules.ts';
import type { DrilledChange } from './drill.ts';
import { cents, demand, show, take } from './kind-changes.ts';

type Entry = { sku: string; count: number };
const inBasket = (isTaken: (all: Entry[]) => boolean): FullChanges =>
  demand('basket', ({ basket }) => isTaken(basket as Entry[]));
const areDistinct = (all: unknown[]): boolean => new Set(all).size === all.length;
const once = (nameOf = ({ sku }: Entry): string => sku): FullChanges => inBasket((all) => areDistinct(all.map(nameOf)));

const basket: DrilledChange = {
  name: 'entries of which each has a name of its own',
  change: addBasket,
  cases: /basket|idempotency/,
  finds: /basket/,
  right: once(),
  wrong: {
    'create-basket-once': {
      'takes an article twice': {},
      'compares neighbours': inBasket((all) => all.every(({ sku }, at) => sku !== all[at - 1]?.sku)),
      'compares with the first': inBasket(([first, ...others]) => others.every(({ sku }) => sku !== first?.sku)),
      'compares whole entries': once((one) => JSON.stringify(one)),
      'takes capitals for small letters': once(({ sku }) => sku.toLowerCase()),
      'leaves out what comes again': take('basket', (all) =>
        Array.isArray(all) ? all.filter((one, at) => all.findIndex(({ sku }) => sku === one.sku) === at) : all,
      ),
      'takes a count once': inBasket(
        (all) => areDistinct(all.map(({ sku }) => sku)) && areDistinct(all.map(({ count }) => count)),
      ),
    },
    'invoice-basket': {
      'sorts it': {
        ...once(),
        ...show((body) => {
          if (Array.isArray(body.basket)) body.basket = body.basket.toSorted((one, other) => (one.sku < other.sku ? -1 : 1));
        }),
      },
    },
  },
};

/** Adds the fee to each invoice that is shown. `feeOf` computes it, in cents, from the amount in cents. */
const charging = (feeOf: (amount: number, shown: Fields) => number): FullChanges =>
  show((body) => {
    body.fee = feeOf(cents(body.amount), body) / 100;
  });
const halfUp = (amount: number): number => Math.floor((amount * 29 + 500) / 1000);
const halfEven = (amount: number): number => {
  const down = Math.floor((amount * 29) / 1000);
  return (amount * 29) % 1000 === 500 ? down + (down % 2) : halfUp(amount);
};

const fee: DrilledChange = {
  name: 'a fee that is rounded',
  change: addFee,
  cases: /fee|relations|record/,
  again: /^lifecycle\/PENDING\/receipt-below/,
  right: charging(halfUp),
  wrong: {
    'invoice-fee': {
      'rounds down': charging((amount) => Math.floor((amount * 29) / 1000)),
      'rounds up': charging((amount) => Math.ceil((amount * 29) / 1000)),
      'rounds half to even': charging(halfEven),
      'takes 2.9 hundredths in binary': charging((amount) => Math.round((amount / 100 / 100) * 2.9 * 100)),
      'takes a text of two decimals': charging((amount) => cents(((amount / 100) * 0.029).toFixed(2))),
      'fails where it rounds half to even': onReply((reply, message, memory) => {
        const { amount } = reply.body as Fields;
        if (isInvoice(reply) && halfEven(cents(amount)) !== halfUp(cents(amount)))
          Object.assign(reply, { status: 500, body: '' });
        else return charging(halfUp).reply?.(reply, message, memory);
      }),
      'takes at least a cent': charging((amount) => Math.max(1, halfUp(amount))),
      'goes by whole dollars': charging((amount) => halfUp(amount - (amount % 100))),
      'goes by what is paid': charging((amount, { paidAmount }) =>
        halfUp(typeof paidAmount === 'number' ? cents(paidAmount) : amount),
      ),
    },
  },
};

/** Refuses a query for a summary if `isTaken` rejects its first and last day. */
const days = (isTaken: (from: string, to: string) => boolean, missing = true): FullChanges =>
  onReply((reply, message, memory) => {
    if (!message.path.endsWith('/summary') || reply.status !== 200) return;
    const query = new URLSearchParams(message.query);
    const [from, to] = [query.get('from'), query.get('to')];
    if (from === null && to === null) return;
    if (from === null || to === null ? missing : isTaken(from, to)) return;
    const items = [{ pointer: '/to', code: 'pattern', detail: 'to is wrong.' }];
    const body = new Problem('validation_failed', {}, items).body(memory, message.path, reply.headers['X-Request-Id'] ?? '');
    Object.assign(reply, { status: 422, body, headers: { ...reply.headers, 'Content-Type': 'application/problem+json' } });
  });
const inOrder = (from: string, to: string): boolean => from <= to;

const summary: DrilledChange = {
  name: 'two days in a query',
  change: addSummary,
  cases: /summarize/,
  finds: /relations|parameter/,
  right: days(inOrder),
  wrong: {
    'summary-order': {
      'takes any days': {},
      'refuses one day': days((from, to) => from < to),
      'compares only the months': days((from, to) => from.slice(0, 7) <= to.slice(0, 7)),
      'compares only the days': days((from, to) => from.slice(8) <= to.slice(8)),
      'turns them round': days((from, to) => from >= to),
    },
    'summary-to': { 'refuses one without the other': days(inOrder, false) },
  },
};

const tagNow = ({ shown }: Invoice): string => `"${shown.status}-${shown.paidAmount}"`;
const opaque = (tag: string): string => tag.trim().replace(/^W\//, '');
const isListed = (sent: string, tag: string): boolean => sent === '*' || sent.split(',').some((one) => opaque(one) === tag);
/** Handles the conditional read: responds with 304 if the request contains the invoice's current ETag. */
const reading = ({ tagOf = tagNow, isSame = isListed, isForeignTold = false, hasTag = true } = {}): FullChanges =>
  onReply((reply, message, memory) => {
    const [, id = ''] = /^\/api\/v1\/payments\/([^/]+)$/.exec(message.path) ?? [];
    const invoice = memory.invoices.get(decodeURIComponent(id));
    if (message.method !== 'GET' || !invoice || !(reply.status === 200 || (isForeignTold && reply.status === 404))) return;
    const sent = headerOf(message, 'if-none-match');
    const isFound = sent !== undefined && isSame(sent, tagOf(invoice));
    if (reply.status === 200) reply.headers.ETag = tagOf(invoice);
    if (!isFound) return;
    if (!hasTag) delete reply.headers.ETag;
    Object.assign(reply, { status: 304, body: '' });
  });

const conditional: DrilledChange = {
  name: 'a read that is repeated with its ETag',
  change: addConditionalRead,
  cases: /read-payment/,
  right: reading(),
  wrong: {
    'read-not-modified': {
      'ignores If-None-Match': reading({ isSame: () => false }),
      'never sends the invoice again': reading({ isSame: () => true }),
      'gives an ETag for each read': reading({ tagOf: () => `"${crypto.randomUUID()}"` }),
      'looks at the first ETag of several': reading({
        isSame: (sent, tag) => sent === '*' || opaque(sent.split(',')[0] ?? '') === tag,
      }),
      'does not know the weak form': reading({
        isSame: (sent, tag) => sent === '*' || sent.split(',').some((one) => one.trim() === tag),
      }),
      'does not know the asterisk': reading({ isSame: (sent, tag) => sent !== '*' && isListed(sent, tag) }),
      'sends no ETag with a 304': reading({ hasTag: false }),
    },
    'read-etag': { 'keeps the ETag at a payment': reading({ tagOf: ({ shown }) => `"${shown.createdAt}"` }) },
    'read-foreign': { 'tells another account that its invoice has not changed': reading({ isForeignTold: true }) },
  },
};

/** Adds the payer's address to a response if `maySee` returns true for the token. */
const revealing = (maySee: (scopes: string[], account: Account, message: Message) => boolean, otherwise?: unknown): FullChanges =>
  onReply((reply, message, memory) => {
    const token = memory.tokens.get(headerOf(message, 'authorization')?.split(' ')[1] ?? '');
    if (!isInvoice(reply) || !token || maySee(token.scopes, token.account, message)) return;
    reply.body = { ...(reply.body as Fields), payerEmail: otherwise === undefined ? null : otherwise };
  });
const mayRead = (scopes: string[]): boolean => scopes.includes('payers:read');

const payer: DrilledChange = {
  name: 'a field that needs a scope',
  change: addPayerAddress,
  cases: /payer/i,
  right: revealing(mayRead),
  wrong: {
    'invoice-payer-scope': {
      'shows it to everybody': {},
      'shows it in all but a fetch': revealing((scopes, _account, { path }) => mayRead(scopes) || !path.endsWith('/fetch')),
      'shows it to who creates': revealing((scopes, _account, { path }) => mayRead(scopes) || path.endsWith('/create')),
      'shows it at a replay': onReply((reply, message, memory) => {
        if (reply.headers['Idempotent-Replayed'] === undefined) return revealing(mayRead).reply?.(reply, message, memory);
      }),
      'shows it to who pays': revealing((scopes, _account, { path }) => mayRead(scopes) || path.endsWith('/submit')),
      'shows stars': revealing(mayRead, '***'),
      'takes the scope to write for more': revealing((scopes) => mayRead(scopes) || scopes.includes('invoices:write')),
    },
    'invoice-payeremail': { 'shows it to nobody': revealing(() => false) },
  },
};

/** Changes that add kinds of rules that the contract does not have. */
export const ruleChanges: readonly DrilledChange[] = [basket, fee, summary, conditional, payer];
