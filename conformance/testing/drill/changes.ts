import { onReply, onRequest } from '../../faults/changes/change-step.ts';
import type { Memory } from '../../servers/full/memory.ts';
import { editFields, type Fields, fieldsOf, headerOf, isInvoice, type Message, setHeader } from '../../servers/full/message.ts';
import { Problem } from '../../servers/full/problem.ts';
import type { FullChanges } from '../../servers/full/start-full-server.ts';
import { addApiKey } from '../changes/add-api-key.ts';
import { addPartRefund } from '../changes/add-part-refund.ts';
import { addRefunds } from '../changes/add-refunds.ts';
import { addCurrency } from '../changes/add-values.ts';
import { narrowInvoices } from '../changes/narrow-invoices.ts';
import { renameNote } from '../changes/rename-note.ts';
import { type DrilledChange, refuseField } from './drill.ts';
import { cents } from './kind-changes.ts';

/** Removes entries of `metadata` that `isKept` rejects, and changes the other strings with `written`, before they are stored. */
const keep = (isKept: (name: string, value: string) => boolean, written = (value: string) => value): FullChanges =>
  onRequest((message) =>
    editFields(message, (fields) => {
      if (typeof fields.metadata !== 'object' || fields.metadata === null) return;
      const entries = Object.entries(fields.metadata as Record<string, string>).filter(([name, value]) => isKept(name, value));
      fields.metadata = Object.fromEntries(
        entries.map(([name, value]) => [name, typeof value === 'string' ? written(value) : value]),
      );
    }),
  );

const metadata: DrilledChange = {
  name: 'metadata',
  change: addRefunds,
  cases: /metadata|idempotency/,
  finds: /values|echo|other-body/,
  right: {},
  wrong: {
    'invoice-metadata': {
      'drops names with dots': keep((name) => !name.includes('.')),
      'drops names with spaces': keep((name) => !name.includes(' ')),
      'drops names of other scripts': keep((name) => /^[ -~]*$/.test(name)),
      'drops long names': keep((name) => name.length <= 40),
      'drops empty values': keep((_, value) => value !== ''),
      'escapes values': keep(
        () => true,
        (value) => value.replaceAll('<', '&lt;'),
      ),
      'trims values': keep(
        () => true,
        (value) => value.trim(),
      ),
    },
    'idempotency-other-body-refused': {
      'leaves it out of the body that a key is for': {
        fingerprint: ({ metadata: _left, ...body }) => JSON.stringify(Object.entries(body).sort()),
      },
    },
  },
};

const currency: DrilledChange = {
  name: 'currency',
  change: addCurrency,
  finds: /relations|values|echo|other-body/,
  right: {},
  wrong: {
    'create-yen-are-whole': {
      'takes parts of a yen': onRequest((message) =>
        editFields(message, (fields) => void (fields.currency === 'JPY' && Object.assign(fields, { currency: 'USD' }))),
      ),
      'refuses decimals of every currency': {
        examine: (_, { amount }) => void (Number(amount) % 1 !== 0 && refuseField('amount')),
      },
    },
    'create-currency': { 'refuses yen': { examine: (_, body) => void (body.currency === 'JPY' && refuseField('currency')) } },
    'invoice-currency': {
      'shows dollars': onReply((reply) => void (isInvoice(reply) && Object.assign(reply.body as object, { currency: 'USD' }))),
    },
  },
};

const schemeHeader = 'x-api-key';

/** Handles a request that has an API key but no token as if it had the token that `choose` returns for the key. */
const asToken = (choose: (key: string, memory: Memory) => string | undefined): FullChanges =>
  onRequest((message, memory) => {
    const key = headerOf(message, schemeHeader);
    const token = key === undefined ? undefined : choose(key, memory);
    if (token === undefined || headerOf(message, 'authorization') !== undefined) return;
    setHeader(message, schemeHeader, undefined);
    setHeader(message, 'authorization', `Bearer ${token}`);
  });

const fullToken = ({ tokens, facts }: Memory, account = 'merchant'): string | undefined =>
  [...tokens].find(
    ([, one]) => !one.scheme && !one.revoked && one.account.name === account && one.scopes.length === facts.scopes.length,
  )?.[0];

/**
 * Adds an API key to a request, if `find` returns one for that request. Used to accept requests with a missing or similar key.
 */
const setKey = (find: (message: Message, memory: Memory) => string | undefined): FullChanges =>
  onRequest((message, memory) => {
    const key = find(message, memory);
    if (key !== undefined) setHeader(message, schemeHeader, key);
  });

const apiKey: DrilledChange = {
  name: 'API key',
  change: addApiKey,
  cases: /apiKey/,
  right: {},
  wrong: {
    'create-requires-token': {
      'takes any key': asToken((key, memory) => (key === '' ? undefined : fullToken(memory))),
      'takes a revoked key': asToken((key, memory) => (memory.tokens.get(key)?.revoked ? fullToken(memory) : undefined)),
      'takes a key in the query': setKey(({ query }) => new URLSearchParams(query).get('X-API-Key') ?? undefined),
      'compares the beginning of a key': setKey((message, { tokens }) => {
        const key = headerOf(message, schemeHeader);
        return key && [...tokens.keys()].find((known) => known.startsWith(key));
      }),
      'refuses every key': onRequest((message) => setHeader(message, schemeHeader, undefined)),
    },
    'create-needs-scope': {
      'asks no scope of a key': asToken((key, memory) =>
        memory.tokens.get(key)?.revoked === false ? fullToken(memory) : undefined,
      ),
    },
    'fetch-foreign-is-unknown': {
      'shows every invoice to a key': onRequest((message, memory) => {
        const owner = memory.invoices.get(String(fieldsOf(message)?.invoiceId))?.account.name;
        const token = headerOf(message, schemeHeader) && owner && fullToken(memory, owner);
        if (!token) return;
        setHeader(message, schemeHeader, undefined);
        setHeader(message, 'authorization', `Bearer ${token}`);
      }),
    },
  },
};

const left = ({ paidAmount, refundedAmount }: Fields): number => cents(paidAmount) - cents(refundedAmount);
const give = (most: (shown: Fields) => number): FullChanges => ({
  examine(operation, body, invoice) {
    if (operation !== 'refundPayment' || !invoice) return;
    const shown: Fields = invoice.shown;
    if (cents(body.amount) > most(shown)) throw new Problem('refund_too_large');
    shown.refundedAmount = (cents(shown.refundedAmount) + cents(body.amount)) / 100;
  },
});

const refund: DrilledChange = {
  name: 'refund of a part',
  change: addPartRefund,
  finds: /relations/,
  right: give(left),
  wrong: {
    'refund-at-most-paid': {
      'gives back any sum': give(() => Number.POSITIVE_INFINITY),
      'gives back what was paid again and again': give(({ paidAmount }) => cents(paidAmount)),
      'keeps a cent': give((shown) => left(shown) - 1),
      'gives back a cent more': give((shown) => left(shown) + 1),
    },
  },
};

/** Responds to a version 2 fetch with the fields of version 2. `change` introduces a defect. */
const versionTwo = (change: (body: Fields, shown: Fields) => void = () => {}): FullChanges =>
  onReply((reply, message, { invoices }) => {
    if (message.path !== '/api/v2/payments/fetch' || reply.status !== 200) return;
    const shown: Fields = invoices.get(String(fieldsOf(message)?.invoiceId))?.shown ?? {};
    const { id, note: memo, status, paidAmount, receiptId, amount, expiresAt } = shown;
    const body: Fields = { id, memo, status, paidAmount, receiptId, amount, expiresAt };
    change(body, shown);
    reply.body = body;
  });

const renamed: DrilledChange = {
  name: 'a renamed field in a second version',
  change: renameNote,
  cases: /^(?!record).*two/,
  finds: /\/shown\//,
  right: versionTwo(),
  wrong: {
    'invoice-two-memo': { 'shows one memo for all': versionTwo((body) => void Object.assign(body, { memo: 'AAAAA-AAAAA' })) },
    'invoice-two-status': { 'says PENDING always': versionTwo((body) => void Object.assign(body, { status: 'PENDING' })) },
    'invoice-two-paidamount': { 'leaves paidAmount null': versionTwo((body) => void Object.assign(body, { paidAmount: null })) },
    'invoice-two-amount': {
      'rounds the amount': versionTwo((body) => void Object.assign(body, { amount: Math.round(Number(body.amount)) })),
    },
    'invoice-two-expiresat': {
      'puts the expiry off': versionTwo((body) => void Object.assign(body, { expiresAt: new Date().toISOString() })),
    },
  },
};

const day = 86_400_000;
const vowels = /[AEIOUL]/g;
const consonants = (note: string): string => note.replaceAll(vowels, 'X');
const lasting = (lifetime: number, note: (note: string) => string = consonants): FullChanges => ({
  lifetime,
  reply: (reply) => {
    const body = reply.body as Fields;
    if (isInvoice(reply)) body.note = note(String(body.note));
  },
});

const narrower: DrilledChange = {
  name: 'a narrower note and a longer life',
  change: narrowInvoices,
  cases: /^record\//,
  again: /^create-payment\/answer\//,
  right: lasting(7 * day),
  wrong: {
    'invoice-lifetime': {
      'lets an invoice live for eight days': lasting(8 * day),
      'lets it live a second too long': lasting(7 * day + 1000),
    },
    'invoice-note-form': {
      'makes notes of the form before': lasting(7 * day, (note) => note.replace(/^./, 'A')),
      'makes notes in small letters': lasting(7 * day, (note) => consonants(note).toLowerCase()),
    },
    'invoice-note-unique': { 'makes one note for all': lasting(7 * day, () => 'BBBBB-BBBBB') },
  },
};

/** Changes that a newcomer might make to the contract, one of each kind. */
export const drilledChanges: readonly DrilledChange[] = [metadata, currency, apiKey, refund, renamed, narrower];
