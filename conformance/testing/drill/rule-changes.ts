import type { Account, Invoice } from '../../servers/full/memory.ts';
import { type Fields, headerOf, isInvoice, type Message } from '../../servers/full/message.ts';
import { Problem } from '../../servers/full/problem.ts';
import type { FullChanges } from '../../servers/full/start-full-server.ts';
import { addBasket, addConditionalRead, addFee, addPayerAddress, addSummary } from '../changes/add-rules.ts';
import type { DrilledChange } from './drill.ts';
import { demand, show, take } from './kind-changes.ts';

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
  wrong: [
    { does: 'takes an article twice', breaks: 'create-basket-once', server: {} },
    {
      ...{ does: 'compares neighbours', breaks: 'create-basket-once' },
      server: inBasket((all) => all.every(({ sku }, at) => sku !== all[at - 1]?.sku)),
    },
    {
      ...{ does: 'compares with the first', breaks: 'create-basket-once' },
      server: inBasket(([first, ...others]) => others.every(({ sku }) => sku !== first?.sku)),
    },
    {
      does: 'compares whole entries',
      breaks: 'create-basket-once',
      server: once((one) => JSON.stringify(one)),
    },
    {
      ...{ does: 'takes capitals for small letters', breaks: 'create-basket-once' },
      server: once(({ sku }) => sku.toLowerCase()),
    },
    {
      ...{ does: 'leaves out what comes again', breaks: 'create-basket-once' },
      server: take('basket', (all) =>
        Array.isArray(all) ? all.filter((one, at) => all.findIndex(({ sku }) => sku === one.sku) === at) : all,
      ),
    },
    {
      ...{ does: 'takes a count once', breaks: 'create-basket-once' },
      server: inBasket((all) => areDistinct(all.map(({ sku }) => sku)) && areDistinct(all.map(({ count }) => count))),
    },
    {
      ...{ does: 'sorts it', breaks: 'invoice-basket' },
      server: {
        ...once(),
        ...show((body) => {
          if (Array.isArray(body.basket)) body.basket = body.basket.toSorted((one, other) => (one.sku < other.sku ? -1 : 1));
        }),
      },
    },
  ],
};

const cents = (value: unknown): number => Math.round(Number(value) * 100);
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
  wrong: [
    { does: 'rounds down', breaks: 'invoice-fee', server: charging((amount) => Math.floor((amount * 29) / 1000)) },
    { does: 'rounds up', breaks: 'invoice-fee', server: charging((amount) => Math.ceil((amount * 29) / 1000)) },
    { does: 'rounds half to even', breaks: 'invoice-fee', server: charging(halfEven) },
    {
      ...{ does: 'takes 2.9 hundredths in binary', breaks: 'invoice-fee' },
      server: charging((amount) => Math.round((amount / 100 / 100) * 2.9 * 100)),
    },
    {
      ...{ does: 'takes a text of two decimals', breaks: 'invoice-fee' },
      server: charging((amount) => cents(((amount / 100) * 0.029).toFixed(2))),
    },
    {
      ...{ does: 'fails where it rounds half to even', breaks: 'invoice-fee' },
      server: {
        reply(reply, message, memory) {
          const { amount } = reply.body as Fields;
          if (isInvoice(reply) && halfEven(cents(amount)) !== halfUp(cents(amount)))
            Object.assign(reply, { status: 500, body: '' });
          else return charging(halfUp).reply?.(reply, message, memory);
        },
      },
    },
    { does: 'takes at least a cent', breaks: 'invoice-fee', server: charging((amount) => Math.max(1, halfUp(amount))) },
    { does: 'goes by whole dollars', breaks: 'invoice-fee', server: charging((amount) => halfUp(amount - (amount % 100))) },
    {
      ...{ does: 'goes by what is paid', breaks: 'invoice-fee' },
      server: charging((amount, { paidAmount }) => halfUp(typeof paidAmount === 'number' ? cents(paidAmount) : amount)),
    },
  ],
};

/** Refuses a query for a summary if `isTaken` rejects its first and last day. */
const days = (isTaken: (from: string, to: string) => boolean, missing = true): FullChanges => ({
  reply(reply, message, memory) {
    if (!message.path.endsWith('/summary') || reply.status !== 200) return;
    const query = new URLSearchParams(message.query);
    const [from, to] = [query.get('from'), query.get('to')];
    if (from === null && to === null) return;
    if (from === null || to === null ? missing : isTaken(from, to)) return;
    const items = [{ pointer: '/to', code: 'pattern', detail: 'to is wrong.' }];
    const body = new Problem('validation_failed', {}, items).body(memory, message.path, reply.headers['X-Request-Id'] ?? '');
    Object.assign(reply, { status: 422, body, headers: { ...reply.headers, 'Content-Type': 'application/problem+json' } });
  },
});
const inOrder = (from: string, to: string): boolean => from <= to;

const summary: DrilledChange = {
  name: 'two days in a query',
  change: addSummary,
  cases: /summarize/,
  finds: /relations|parameter/,
  right: days(inOrder),
  wrong: [
    { does: 'takes any days', breaks: 'summary-order', server: {} },
    { does: 'refuses one day', breaks: 'summary-order', server: days((from, to) => from < to) },
    {
      ...{ does: 'compares only the months', breaks: 'summary-order' },
      server: days((from, to) => from.slice(0, 7) <= to.slice(0, 7)),
    },
    {
      ...{ does: 'compares only the days', breaks: 'summary-order' },
      server: days((from, to) => from.slice(8) <= to.slice(8)),
    },
    { does: 'turns them round', breaks: 'summary-order', server: days((from, to) => from >= to) },
    { does: 'refuses one without the other', breaks: 'summary-to', server: days(inOrder, false) },
  ],
};

interface Reading {
  tagOf?(invoice: Invoice): string;
  isSame?(sent: string, tag: string): boolean;
  isForeignTold?: boolean;
  hasTag?: boolean;
}
const tagNow = ({ shown }: Invoice): string => `"${shown.status}-${shown.paidAmount}"`;
const opaque = (tag: string): string => tag.trim().replace(/^W\//, '');
const isListed = (sent: string, tag: string): boolean => sent === '*' || sent.split(',').some((one) => opaque(one) === tag);
/** Handles the conditional read: responds with 304 if the request contains the invoice's current ETag. */
const reading = ({ tagOf = tagNow, isSame = isListed, isForeignTold = false, hasTag = true }: Reading = {}): FullChanges => ({
  reply(reply, message, memory) {
    const [, id = ''] = /^\/api\/v1\/payments\/([^/]+)$/.exec(message.path) ?? [];
    const invoice = memory.invoices.get(decodeURIComponent(id));
    if (message.method !== 'GET' || !invoice || !(reply.status === 200 || (isForeignTold && reply.status === 404))) return;
    const sent = headerOf(message, 'if-none-match');
    const isFound = sent !== undefined && isSame(sent, tagOf(invoice));
    if (reply.status === 200) reply.headers.ETag = tagOf(invoice);
    if (!isFound) return;
    if (!hasTag) delete reply.headers.ETag;
    Object.assign(reply, { status: 304, body: '' });
  },
});

const conditional: DrilledChange = {
  name: 'a read that is repeated with its ETag',
  change: addConditionalRead,
  cases: /read-payment/,
  right: reading(),
  wrong: [
    { does: 'ignores If-None-Match', breaks: 'read-not-modified', server: reading({ isSame: () => false }) },
    { does: 'never sends the invoice again', breaks: 'read-not-modified', server: reading({ isSame: () => true }) },
    {
      ...{ does: 'keeps the ETag at a payment', breaks: 'read-etag' },
      server: reading({ tagOf: ({ shown }) => `"${shown.createdAt}"` }),
    },
    {
      ...{ does: 'gives an ETag for each read', breaks: 'read-not-modified' },
      server: reading({ tagOf: () => `"${crypto.randomUUID()}"` }),
    },
    {
      ...{ does: 'looks at the first ETag of several', breaks: 'read-not-modified' },
      server: reading({ isSame: (sent, tag) => sent === '*' || opaque(sent.split(',')[0] ?? '') === tag }),
    },
    {
      ...{ does: 'does not know the weak form', breaks: 'read-not-modified' },
      server: reading({ isSame: (sent, tag) => sent === '*' || sent.split(',').some((one) => one.trim() === tag) }),
    },
    {
      ...{ does: 'does not know the asterisk', breaks: 'read-not-modified' },
      server: reading({ isSame: (sent, tag) => sent !== '*' && isListed(sent, tag) }),
    },
    { does: 'sends no ETag with a 304', breaks: 'read-not-modified', server: reading({ hasTag: false }) },
    {
      ...{ does: 'tells another account that its invoice has not changed', breaks: 'read-foreign' },
      server: reading({ isForeignTold: true }),
    },
  ],
};

/** Adds the payer's address to a response if `maySee` returns true for the token. */
const revealing = (
  maySee: (scopes: string[], account: Account, message: Message) => boolean,
  otherwise?: unknown,
): FullChanges => ({
  reply(reply, message, memory) {
    const token = memory.tokens.get(headerOf(message, 'authorization')?.split(' ')[1] ?? '');
    if (!isInvoice(reply) || !token || maySee(token.scopes, token.account, message)) return;
    reply.body = { ...(reply.body as Fields), payerEmail: otherwise === undefined ? null : otherwise };
  },
});
const mayRead = (scopes: string[]): boolean => scopes.includes('payers:read');

const payer: DrilledChange = {
  name: 'a field that needs a scope',
  change: addPayerAddress,
  cases: /payer/i,
  right: revealing(mayRead),
  wrong: [
    { does: 'shows it to everybody', breaks: 'invoice-payer-scope', server: {} },
    { does: 'shows it to nobody', breaks: 'invoice-payeremail', server: revealing(() => false) },
    {
      ...{ does: 'shows it in all but a fetch', breaks: 'invoice-payer-scope' },
      server: revealing((scopes, _account, { path }) => mayRead(scopes) || !path.endsWith('/fetch')),
    },
    {
      ...{ does: 'shows it to who creates', breaks: 'invoice-payer-scope' },
      server: revealing((scopes, _account, { path }) => mayRead(scopes) || path.endsWith('/create')),
    },
    {
      ...{ does: 'shows it at a replay', breaks: 'invoice-payer-scope' },
      server: {
        reply(reply, message, memory) {
          if (reply.headers['Idempotent-Replayed'] === undefined) return revealing(mayRead).reply?.(reply, message, memory);
        },
      },
    },
    {
      ...{ does: 'shows it to who pays', breaks: 'invoice-payer-scope' },
      server: revealing((scopes, _account, { path }) => mayRead(scopes) || path.endsWith('/submit')),
    },
    {
      ...{ does: 'shows stars', breaks: 'invoice-payer-scope' },
      server: revealing(mayRead, '***'),
    },
    {
      ...{ does: 'takes the scope to write for more', breaks: 'invoice-payer-scope' },
      server: revealing((scopes) => mayRead(scopes) || scopes.includes('invoices:write')),
    },
  ],
};

/** Changes that add a kind of rule that the contract does not have otherwise. */
export const ruleChanges: readonly DrilledChange[] = [basket, fee, summary, conditional, payer];
