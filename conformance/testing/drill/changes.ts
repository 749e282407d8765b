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

/**
 * Removes the entries of `metadata` that `isKept` rejects before the server stores them. `written` may change the values of the
 * others.
 */
const keep = (isKept: (name: string, value: string) => boolean, written = (value: string) => value): FullChanges => ({
  request: (message) =>
    editFields(message, (fields) => {
      if (typeof fields.metadata !== 'object' || fields.metadata === null) return;
      const entries = Object.entries(fields.metadata as Record<string, string>).filter(([name, value]) => isKept(name, value));
      fields.metadata = Object.fromEntries(
        entries.map(([name, value]) => [name, typeof value === 'string' ? written(value) : value]),
      );
    }),
});

const metadata: DrilledChange = {
  name: 'metadata',
  change: addRefunds,
  cases: /metadata|idempotency/,
  finds: /values|echo|other-body/,
  right: {},
  wrong: [
    { does: 'drops names with dots', breaks: 'invoice-metadata', server: keep((name) => !name.includes('.')) },
    { does: 'drops names with spaces', breaks: 'invoice-metadata', server: keep((name) => !name.includes(' ')) },
    { does: 'drops names of other scripts', breaks: 'invoice-metadata', server: keep((name) => /^[ -~]*$/.test(name)) },
    { does: 'drops long names', breaks: 'invoice-metadata', server: keep((name) => name.length <= 40) },
    { does: 'drops empty values', breaks: 'invoice-metadata', server: keep((_, value) => value !== '') },
    {
      ...{ does: 'escapes values', breaks: 'invoice-metadata' },
      server: keep(
        () => true,
        (value) => value.replaceAll('<', '&lt;'),
      ),
    },
    {
      ...{ does: 'trims values', breaks: 'invoice-metadata' },
      server: keep(
        () => true,
        (value) => value.trim(),
      ),
    },
    {
      ...{ does: 'leaves it out of the body that a key is for', breaks: 'idempotency-other-body-refused' },
      server: { fingerprint: ({ metadata: _left, ...body }) => JSON.stringify(Object.entries(body).sort()) },
    },
  ],
};

const currency: DrilledChange = {
  name: 'currency',
  change: addCurrency,
  finds: /relations|values|echo|other-body/,
  right: {},
  wrong: [
    {
      ...{ does: 'takes parts of a yen', breaks: 'create-yen-are-whole' },
      server: {
        request: (message) =>
          editFields(message, (fields) => void (fields.currency === 'JPY' && Object.assign(fields, { currency: 'USD' }))),
      },
    },
    {
      ...{ does: 'refuses yen', breaks: 'create-currency' },
      server: { examine: (_, body) => void (body.currency === 'JPY' && refuseField('currency')) },
    },
    {
      ...{ does: 'shows dollars', breaks: 'invoice-currency' },
      server: { reply: (reply) => void (isInvoice(reply) && Object.assign(reply.body as object, { currency: 'USD' })) },
    },
    {
      ...{ does: 'refuses decimals of every currency', breaks: 'create-yen-are-whole' },
      server: { examine: (_, { amount }) => void (Number(amount) % 1 !== 0 && refuseField('amount')) },
    },
  ],
};

const schemeHeader = 'x-api-key';

/** Handles a request that has an API key but no token as if it had the token that `choose` returns for the key. */
const asToken = (choose: (key: string, memory: Memory) => string | undefined): FullChanges => ({
  request(message, memory) {
    const key = headerOf(message, schemeHeader);
    const token = key === undefined ? undefined : choose(key, memory);
    if (token === undefined || headerOf(message, 'authorization') !== undefined) return;
    setHeader(message, schemeHeader, undefined);
    setHeader(message, 'authorization', `Bearer ${token}`);
  },
});

const fullToken = ({ tokens, facts }: Memory, account = 'merchant'): string | undefined =>
  [...tokens].find(
    ([, one]) => !one.scheme && !one.revoked && one.account.name === account && one.scopes.length === facts.scopes.length,
  )?.[0];

/**
 * Adds an API key to a request, if `find` returns one for that request. Used to accept requests with a missing or similar key.
 */
const setKey = (find: (message: Message, memory: Memory) => string | undefined): FullChanges => ({
  request(message, memory) {
    const key = find(message, memory);
    if (key !== undefined) setHeader(message, schemeHeader, key);
  },
});

const apiKey: DrilledChange = {
  name: 'API key',
  change: addApiKey,
  cases: /apiKey/,
  right: {},
  wrong: [
    {
      ...{ does: 'takes any key', breaks: 'create-requires-token' },
      server: asToken((key, memory) => (key === '' ? undefined : fullToken(memory))),
    },
    {
      ...{ does: 'takes a revoked key', breaks: 'create-requires-token' },
      server: asToken((key, memory) => (memory.tokens.get(key)?.revoked ? fullToken(memory) : undefined)),
    },
    {
      ...{ does: 'asks no scope of a key', breaks: 'create-needs-scope' },
      server: asToken((key, memory) => (memory.tokens.get(key)?.revoked === false ? fullToken(memory) : undefined)),
    },
    {
      ...{ does: 'takes a key in the query', breaks: 'create-requires-token' },
      server: setKey(({ query }) => new URLSearchParams(query).get('X-API-Key') ?? undefined),
    },
    {
      ...{ does: 'compares the beginning of a key', breaks: 'create-requires-token' },
      server: setKey((message, { tokens }) => {
        const key = headerOf(message, schemeHeader);
        return key && [...tokens.keys()].find((known) => known.startsWith(key));
      }),
    },
    {
      ...{ does: 'refuses every key', breaks: 'create-requires-token' },
      server: { request: (message) => setHeader(message, schemeHeader, undefined) },
    },
    {
      ...{ does: 'shows every invoice to a key', breaks: 'fetch-foreign-is-unknown' },
      server: {
        request(message, memory) {
          const owner = memory.invoices.get(String(fieldsOf(message)?.invoiceId))?.account.name;
          const token = headerOf(message, schemeHeader) && owner && fullToken(memory, owner);
          if (!token) return;
          setHeader(message, schemeHeader, undefined);
          setHeader(message, 'authorization', `Bearer ${token}`);
        },
      },
    },
  ],
};

const cents = (value: unknown): number => Math.round(Number(value ?? 0) * 100);
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
  wrong: [
    { does: 'gives back any sum', breaks: 'refund-at-most-paid', server: give(() => Number.POSITIVE_INFINITY) },
    {
      ...{ does: 'gives back what was paid again and again', breaks: 'refund-at-most-paid' },
      server: give(({ paidAmount }) => cents(paidAmount)),
    },
    { does: 'keeps a cent', breaks: 'refund-at-most-paid', server: give((shown) => left(shown) - 1) },
    { does: 'gives back a cent more', breaks: 'refund-at-most-paid', server: give((shown) => left(shown) + 1) },
  ],
};

/** Responds to a version 2 fetch with the fields of version 2. `change` introduces a defect. */
const versionTwo = (change: (body: Fields, shown: Fields) => void = () => {}): FullChanges => ({
  reply(reply, message, { invoices }) {
    if (message.path !== '/api/v2/payments/fetch' || reply.status !== 200) return;
    const shown: Fields = invoices.get(String(fieldsOf(message)?.invoiceId))?.shown ?? {};
    const { id, note: memo, status, paidAmount, receiptId, amount, expiresAt } = shown;
    const body: Fields = { id, memo, status, paidAmount, receiptId, amount, expiresAt };
    change(body, shown);
    reply.body = body;
  },
});

const renamed: DrilledChange = {
  name: 'a renamed field in a second version',
  change: renameNote,
  cases: /^(?!record).*two/,
  finds: /\/shown\//,
  right: versionTwo(),
  wrong: [
    {
      ...{ does: 'shows one memo for all', breaks: 'invoice-two-memo' },
      server: versionTwo((body) => void Object.assign(body, { memo: 'AAAAA-AAAAA' })),
    },
    {
      ...{ does: 'says PENDING always', breaks: 'invoice-two-status' },
      server: versionTwo((body) => void Object.assign(body, { status: 'PENDING' })),
    },
    {
      ...{ does: 'leaves paidAmount null', breaks: 'invoice-two-paidamount' },
      server: versionTwo((body) => void Object.assign(body, { paidAmount: null })),
    },
    {
      ...{ does: 'rounds the amount', breaks: 'invoice-two-amount' },
      server: versionTwo((body) => void Object.assign(body, { amount: Math.round(Number(body.amount)) })),
    },
    {
      ...{ does: 'puts the expiry off', breaks: 'invoice-two-expiresat' },
      server: versionTwo((body) => void Object.assign(body, { expiresAt: new Date().toISOString() })),
    },
  ],
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
  wrong: [
    { does: 'lets an invoice live for eight days', breaks: 'invoice-lifetime', server: lasting(8 * day) },
    { does: 'lets it live a second too long', breaks: 'invoice-lifetime', server: lasting(7 * day + 1000) },
    {
      ...{ does: 'makes notes of the form before', breaks: 'invoice-note-form' },
      server: lasting(7 * day, (note) => note.replace(/^./, 'A')),
    },
    {
      ...{ does: 'makes notes in small letters', breaks: 'invoice-note-form' },
      server: lasting(7 * day, (note) => consonants(note).toLowerCase()),
    },
    {
      ...{ does: 'makes one note for all', breaks: 'invoice-note-unique' },
      server: lasting(7 * day, () => 'BBBBB-BBBBB'),
    },
  ],
};

/** Changes that a newcomer might make to the contract, one of each kind. */
export const drilledChanges: readonly DrilledChange[] = [metadata, currency, apiKey, refund, renamed, narrower];
