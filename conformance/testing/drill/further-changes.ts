import { onReply, onRequest } from '../../faults/changes/change-step.ts';
import type { Invoice, Memory } from '../../servers/full/memory.ts';
import { editFields, type Fields, headerOf, isInvoice, type Message, setHeader } from '../../servers/full/message.ts';
import type { FullChanges } from '../../servers/full/start-full-server.ts';
import { addKeyBesideToken } from '../changes/add-api-key.ts';
import { filterList } from '../changes/add-list.ts';
import { addBoundTip, addTip } from '../changes/add-values.ts';
import { type DrilledChange, refuseField } from './drill.ts';
import { cents } from './kind-changes.ts';

/** The steps of listing invoices. Wrong servers replace one of them. */
export interface ListSteps {
  all(memory: Memory, account: Invoice['account'] | undefined): Invoice[];
  size(asked: number): number;
  /** Returns the index of the first invoice on a page. @param after id of the last invoice on the previous page */
  begin(all: Invoice[], after: string, query: URLSearchParams): number;
  show(shown: Fields): Fields;
  refusesUnknown: boolean;
  /** Returns whether an invoice matches the filters in the query. */
  isMeant(shown: Fields, query: URLSearchParams): boolean;
  /** Puts the invoices that match the filters in the requested order. */
  sort(all: Invoice[], query: URLSearchParams): Invoice[];
  /** Sorts each page once more. The correct step does nothing, because `sort` has already put all invoices in order. */
  sortPage(page: Invoice[], query: URLSearchParams): Invoice[];
}

export const right: ListSteps = {
  all: ({ invoices }, account) => [...invoices.values()].filter((one) => one.account === account).reverse(),
  size: (asked) => asked,
  begin: (all, after) => all.findIndex(({ shown }) => shown.id === after) + 1,
  show: ({ id, amount, status, createdAt }) => ({ id, amount, status, createdAt }),
  refusesUnknown: true,
  isMeant: ({ status, createdAt }, query) =>
    status === (query.get('status') ?? status) &&
    String(createdAt) >= (query.get('createdFrom') ?? '') &&
    String(createdAt) < (query.get('createdBefore') ?? 'a'),
  sort: (all) => all,
  sortPage: (page) => page,
};

/** Makes a server list invoices correctly, except for the steps that `changes` replaces. */
export const list = (changes: Partial<ListSteps> = {}): FullChanges =>
  onReply((reply, message: Message, memory) => {
    if (message.path !== '/api/v1/payments' || reply.status !== 200) return;
    const steps = { ...right, ...changes };
    const query = new URLSearchParams(message.query);
    const account = memory.tokens.get((headerOf(message, 'authorization') ?? '').replace(/^bearer +/i, ''))?.account;
    const meant = steps.all(memory, account).filter(({ shown }) => steps.isMeant(shown, query));
    const all = steps.sort(meant, query);
    const after = query.get('after');
    if (after !== null && steps.refusesUnknown && !all.some(({ shown }) => shown.id === after)) {
      const { status, title } = memory.facts.problems.validation_failed ?? { status: 422, title: '' };
      const errors = [{ pointer: '/after', code: 'pattern', detail: 'after is no cursor.' }];
      const { 'X-Request-Id': requestId } = reply.headers;
      const type = `${memory.baseUrl}/problems/validation_failed`;
      const detail = 'after is no cursor.';
      reply.body = { type, title, status, detail, instance: message.path, code: 'validation_failed', requestId, errors };
      reply.status = status;
      reply.headers['Content-Type'] = 'application/problem+json';
      return;
    }
    const from = after === null ? 0 : steps.begin(all, after, query);
    const page = all.slice(from, from + steps.size(Number(query.get('limit') ?? 20)));
    const last = page.at(-1);
    reply.body = {
      invoices: steps.sortPage(page, query).map(({ shown }) => steps.show({ ...shown })),
      nextCursor: last && all.indexOf(last) < all.length - 1 ? last.shown.id : null,
    };
  });

const { isMeant } = right;
const without = (query: URLSearchParams, name: string): URLSearchParams =>
  new URLSearchParams([...query].filter(([one]) => one !== name));

const filtered: DrilledChange = {
  name: 'a list of some',
  change: filterList,
  right: list(),
  finds: /\/(pages|parameter)\//,
  wrong: {
    'list-pages': {
      'gives 20 whatever limit is': list({ size: () => 20 }),
      'gives one too many': list({ size: (asked) => asked + 1 }),
      'begins a page with the last of the one before': list({
        begin: (all, after) => all.findIndex(({ shown }) => shown.id === after),
      }),
      'leaves one out between pages': list({ begin: (all, after) => all.findIndex(({ shown }) => shown.id === after) + 2 }),
      'lists the invoices of every account': list({ all: ({ invoices }) => [...invoices.values()].reverse() }),
      'gives the first page for an unknown cursor': list({ refusesUnknown: false }),
      'rounds amounts': list({ show: ({ amount, ...shown }) => ({ ...right.show(shown), amount: Math.floor(Number(amount)) }) }),
      'leaves the newest out': list({ all: (memory, account) => right.all(memory, account).slice(1) }),
    },
    'list-of-status': { 'lists every status': list({ isMeant: (shown, query) => isMeant(shown, without(query, 'status')) }) },
    'list-created-from': {
      'lists what is older than createdFrom': list({ isMeant: (shown, query) => isMeant(shown, without(query, 'createdFrom')) }),
      'leaves out what was made at createdFrom': list({
        isMeant: (shown, query) => isMeant(shown, query) && String(shown.createdAt) !== query.get('createdFrom'),
      }),
      'goes by the day': list({
        isMeant: (shown, query) =>
          isMeant(shown, without(query, 'createdFrom')) &&
          String(shown.createdAt).slice(0, 10) >= (query.get('createdFrom') ?? '').slice(0, 10),
      }),
    },
    'list-created-before': {
      'lists what was made at createdBefore': list({
        isMeant: (shown, query) =>
          isMeant(shown, without(query, 'createdBefore')) && String(shown.createdAt) <= (query.get('createdBefore') ?? 'a'),
      }),
    },
  },
};

const tooLarge = (amount: unknown, tip: unknown): boolean => tip !== undefined && Number(tip) > Number(amount);
const tipped = (isWrong: (amount: unknown, tip: unknown) => boolean): FullChanges => ({
  examine: (operation, { amount, tip }) => void (operation === 'createPayment' && isWrong(amount, tip) && refuseField('tip')),
});
/** Changes the tip of a create request before the server checks it. */
const takeTipAs = (change: (tip: number, amount: number) => number | undefined): FullChanges => ({
  ...tipped(tooLarge),
  request: (message) =>
    editFields(message, (fields) => {
      if (typeof fields.tip === 'number') fields.tip = change(fields.tip, Number(fields.amount));
    }),
});

const tip: DrilledChange = {
  name: 'an optional field that another one bounds',
  change: addTip,
  cases: /tip|idempotency|record/,
  again: /^journeys\/paired\//,
  finds: /tip|other-body|paired/,
  right: tipped(tooLarge),
  wrong: {
    'create-tip-at-most-amount': {
      'takes any tip': {},
      'refuses a tip of the whole amount': tipped((amount, value) => value !== undefined && Number(value) >= Number(amount)),
    },
    'create-tip-precision': { 'takes parts of a cent': takeTipAs((value) => Number(value.toFixed(2))) },
    'invoice-tip': {
      'forgets the tip': takeTipAs(() => undefined),
      'rounds it up': takeTipAs((value) => Math.ceil(value)),
      'loses it when the invoice is paid': {
        ...tipped(tooLarge),
        reply: (reply) => {
          const body = reply.body as Fields;
          if (isInvoice(reply) && body.status === 'PAID') body.tip = null;
        },
      },
    },
    'create-tip': { 'takes less than the least for it': takeTipAs((value) => Math.max(0.5, value)) },
    'idempotency-other-body-refused': {
      'leaves it out of the body that a key is for': {
        ...tipped(tooLarge),
        fingerprint: ({ tip: _left, ...body }) => JSON.stringify(Object.entries(body).sort()),
      },
    },
  },
};

const boundBy = (isRight: (value: number, amount: number) => boolean): FullChanges =>
  tipped((amount, value) => value !== undefined && !isRight(Number(value), Number(amount)));

const fifth: DrilledChange = {
  name: 'a tip of a fifth at most',
  change: addBoundTip,
  cases: /tip/,
  finds: /relations/,
  right: boundBy((value, amount) => cents(value) * 5 <= cents(amount)),
  wrong: {
    'create-tip-at-most-amount': {
      'takes the whole amount': boundBy((value, amount) => value <= amount),
      'refuses a fifth': boundBy((value, amount) => cents(value) * 5 < cents(amount)),
      'divides in binary': boundBy((value, amount) => value / amount <= 0.2),
      'rounds the fifth up': boundBy((value, amount) => cents(value) <= Math.ceil(cents(amount) / 5)),
      'goes by whole percents': boundBy((value, amount) => Math.floor((value / amount) * 100) <= 20),
    },
  },
};

/** Returns a valid credential of the suite's account: a token, or an API key if a scheme is given. */
const sound = ({ tokens }: Memory, scheme?: string): string | undefined =>
  [...tokens].find(([, one]) => one.scheme === scheme && !one.revoked && one.account.name === 'merchant')?.[0];
/** Replaces a request's API key with a valid one if `isTaken` returns true for the original key. */
const takeKey = (isTaken: (key: string | undefined, memory: Memory) => boolean): FullChanges =>
  onRequest((message, memory) => {
    if (isTaken(headerOf(message, 'x-app-key'), memory)) setHeader(message, 'x-app-key', sound(memory, 'appKey'));
  });

const together: DrilledChange = {
  name: 'a key beside the token',
  change: addKeyBesideToken,
  cases: /appKey/,
  again: /^create-payment\/authentication\//,
  right: {},
  wrong: {
    'create-requires-token': {
      'lets a token in without a key': takeKey((key) => key === undefined),
      'lets a key in without a token': onRequest((message, memory) => {
        if (headerOf(message, 'authorization') === undefined) setHeader(message, 'authorization', `Bearer ${sound(memory)}`);
      }),
      'takes any key': takeKey((key) => key !== undefined),
    },
    'fetch-requires-token': { 'takes a revoked key': takeKey((key = '', { tokens }) => tokens.get(key)?.revoked === true) },
    'submit-requires-token': {
      'takes the token for a key too': takeKey(
        (key = '', { tokens }) => tokens.has(key) && tokens.get(key)?.scheme === undefined,
      ),
    },
  },
};

/** Changes that add lists, limits that depend on another field, and a second credential. */
export const furtherChanges: readonly DrilledChange[] = [filtered, tip, fifth, together];
