import { editFields, type Fields, fieldsOf, headerOf, isInvoice, type Message, setHeader } from '../../servers/full/message.ts';
import type { FullChanges } from '../../servers/full/start-full-server.ts';
import { addEmail, addLocale, addPayer, addRemaining, addTags } from '../changes/add-values.ts';
import { type DrilledChange, refuseField } from './drill.ts';

const cents = (value: unknown): number => Math.round(Number(value ?? 0) * 100);
const leftOf = ({ amount, paidAmount }: Fields): number => Math.max(0, cents(amount) - cents(paidAmount)) / 100;

/** Sets the remaining amount of every invoice. */
const showLeft = (left: (shown: Fields) => number): FullChanges => ({
  reply(reply, _message, { invoices }) {
    for (const { shown } of invoices.values())
      Object.defineProperty(shown, 'remainingAmount', { get: () => left(shown), enumerable: true, configurable: true });
    const body = reply.body as Fields;
    if (isInvoice(reply)) body.remainingAmount = left(body);
  },
});

const remaining: DrilledChange = {
  name: 'a difference of two other fields',
  change: addRemaining,
  cases: /remaining|record/,
  again: /^lifecycle\/(PAID|UNDER_PAID|EXPIRED)\/fetched|^submit-receipt\/(as-created|fetched-after)/,
  right: showLeft(leftOf),
  wrong: [
    {
      ...{ does: 'shows the whole amount always', breaks: 'invoice-remaining-amount' },
      server: showLeft(({ amount }) => Number(amount)),
    },
    {
      ...{ does: 'shows nothing of an expired one', breaks: 'invoice-remaining-amount' },
      server: showLeft((one) => (one.status === 'EXPIRED' ? 0 : leftOf(one))),
    },
    {
      ...{ does: 'leaves the amount of a paid one', breaks: 'invoice-paid-leaves-nothing' },
      server: showLeft((one) => (one.status === 'PAID' ? Number(one.amount) : leftOf(one))),
    },
    {
      ...{ does: 'rounds it', breaks: 'invoice-remaining-amount' },
      server: showLeft((one) => Math.round(leftOf(one))),
    },
  ],
};

/** Changes the tags of a create request before the server checks them. */
const takeTagsAs = (change: (tags: unknown[]) => unknown[]): FullChanges => ({
  request: (message) =>
    editFields(message, (fields) => {
      if (Array.isArray(fields.tags)) fields.tags = change(fields.tags);
    }),
});
const small = (tag: unknown): unknown => (typeof tag === 'string' ? tag.toLowerCase() : tag);
const showTagsAs = (change: (tags: unknown, status: unknown) => unknown): FullChanges => ({
  reply: (reply) => {
    const body = reply.body as Fields;
    if (isInvoice(reply)) body.tags = change(body.tags, body.status);
  },
});

const tags: DrilledChange = {
  name: 'a list of different tags',
  change: addTags,
  cases: /tags|idempotency/,
  again: /^journeys\/paired\//,
  finds: /tags|other-part|paired/,
  right: {},
  wrong: [
    { does: 'sorts them', breaks: 'invoice-tags', server: takeTagsAs((all) => all.toSorted()) },
    { does: 'keeps the first only', breaks: 'invoice-tags', server: takeTagsAs((all) => all.slice(0, 1)) },
    { does: 'writes them in small letters', breaks: 'invoice-tags', server: takeTagsAs((all) => all.map(small)) },
    { does: 'takes one twice and keeps it once', breaks: 'create-tags', server: takeTagsAs((all) => [...new Set(all)]) },
    { does: 'takes six and keeps five', breaks: 'create-tags', server: takeTagsAs((all) => all.slice(0, 5)) },
    {
      ...{ does: 'takes those for the same that differ in capitals', breaks: 'create-tags' },
      server: {
        examine(_, { tags: all }) {
          if (Array.isArray(all) && new Set(all.map(small)).size < all.length) refuseField('tags');
        },
      },
    },
    {
      ...{ does: 'takes a key in any order of them', breaks: 'idempotency-other-body-refused' },
      server: {
        fingerprint: ({ tags: all, ...body }) =>
          JSON.stringify([Object.entries(body).sort(), Array.isArray(all) ? all.toSorted() : all]),
      },
    },
    {
      ...{ does: 'loses them when the invoice is paid', breaks: 'invoice-tags' },
      server: showTagsAs((all, status) => (status === 'PAID' ? null : all)),
    },
    {
      ...{ does: 'shows null for none of them', breaks: 'invoice-tags' },
      server: showTagsAs((all) => (Array.isArray(all) && all.length === 0 ? null : all)),
    },
  ],
};

const languages = ['en', 'de', 'pt-BR'];
const header = 'x-locale';
/** Changes the language header of a create request before the server checks it. */
const takeLocaleAs = (change: (locale: string | undefined, message: Message) => string | undefined): FullChanges => ({
  request: (message) => {
    if (message.path.endsWith('create')) setHeader(message, header, change(headerOf(message, header), message));
  },
});
const showLocale = (
  isMeant: (message: Message) => boolean,
  change: (locale: unknown, message: Message) => unknown,
): FullChanges => ({
  reply: (reply, message) => {
    const body = reply.body as Fields;
    if (isInvoice(reply) && isMeant(message)) body.locale = change(body.locale, message);
  },
});

const locale: DrilledChange = {
  name: 'a header that chooses a language',
  change: addLocale,
  cases: /locale/i,
  right: {},
  wrong: [
    { does: 'speaks English always', breaks: 'invoice-locale', server: takeLocaleAs(() => undefined) },
    {
      ...{ does: 'takes another one for English', breaks: 'create-locale' },
      server: takeLocaleAs((one) => languages.find((known) => known === one)),
    },
    {
      ...{ does: 'takes it in any capitals', breaks: 'create-locale' },
      server: takeLocaleAs((one) => languages.find((known) => known.toLowerCase() === one?.toLowerCase()) ?? one),
    },
    {
      ...{ does: 'shows a language without its country', breaks: 'invoice-locale' },
      server: showLocale(
        () => true,
        (one) => (one === 'pt-BR' ? 'en' : one),
      ),
    },
    {
      ...{ does: 'goes by the header of a fetch', breaks: 'invoice-locale' },
      server: showLocale(
        ({ path }) => path.endsWith('fetch'),
        (_, message) => headerOf(message, header) ?? 'en',
      ),
    },
    {
      ...{ does: 'speaks German where nothing is said', breaks: 'invoice-locale' },
      server: takeLocaleAs((one) => one ?? 'de'),
    },
  ],
};

const isObject = (value: unknown): value is Fields => typeof value === 'object' && value !== null && !Array.isArray(value);
const takePayerAs = (change: (payer: Fields) => Fields): FullChanges => ({
  request: (message) =>
    editFields(message, (fields) => {
      if (isObject(fields.payer)) fields.payer = change(fields.payer);
    }),
});
const showPayerAs = (change: (payer: Fields) => unknown): FullChanges => ({
  reply: (reply) => {
    const body = reply.body as Fields;
    if (isInvoice(reply) && isObject(body.payer)) body.payer = change(body.payer);
  },
});

const payer: DrilledChange = {
  name: 'an object of which one field needs another',
  change: addPayer,
  cases: /payer|idempotency/,
  finds: /payer|other-part|is-null/,
  right: {},
  wrong: [
    {
      ...{ does: 'takes a phone without its country', breaks: 'create-payer' },
      server: takePayerAs((one) => (one.phone && !one.country ? { ...one, country: 'US' } : one)),
    },
    {
      ...{ does: 'refuses a country without a phone', breaks: 'create-payer' },
      server: {
        examine(_, { payer: one }) {
          if (isObject(one) && one.country && !one.phone) refuseField('payer');
        },
      },
    },
    {
      ...{ does: 'takes hyphens in a phone', breaks: 'create-payer' },
      server: takePayerAs((one) => (typeof one.phone === 'string' ? { ...one, phone: one.phone.replaceAll('-', '') } : one)),
    },
    {
      ...{ does: 'drops the country', breaks: 'invoice-payer' },
      server: showPayerAs(({ country: _left, ...rest }) => rest),
    },
    {
      ...{ does: 'trims the name', breaks: 'invoice-payer' },
      server: takePayerAs((one) => (typeof one.name === 'string' ? { ...one, name: one.name.trim() } : one)),
    },
    {
      ...{ does: 'shows an empty one as null', breaks: 'invoice-payer' },
      server: showPayerAs((one) => (Object.keys(one).length === 0 ? null : one)),
    },
    {
      ...{ does: 'drops what it does not know of it', breaks: 'create-payer' },
      server: takePayerAs((one) =>
        Object.fromEntries(Object.entries(one).filter(([name]) => ['name', 'phone', 'country'].includes(name))),
      ),
    },
    {
      ...{ does: 'refuses null', breaks: 'create-null-is-absent' },
      server: {
        request(message) {
          if (fieldsOf(message)?.payer === null) editFields(message, (fields) => void Object.assign(fields, { payer: 5 }));
        },
      },
    },
    {
      ...{ does: 'compares only the outer fields with the body that a key is for', breaks: 'idempotency-other-body-refused' },
      server: { fingerprint: (body) => JSON.stringify(body, Object.keys(body).sort()) },
    },
  ],
};

/** Changes a field of a request before the server checks it. */
const takeAs = (field: string, change: (value: unknown, fields: Fields) => unknown): FullChanges => ({
  request: (message) =>
    editFields(message, (fields) => {
      if (field in fields) fields[field] = change(fields[field], fields);
    }),
});
const refuseEmail = (isRight: (email: string) => boolean): FullChanges => ({
  examine: (_, { payerEmail: one }) => void (typeof one === 'string' && !isRight(one) && refuseField('payerEmail')),
});
const address = 'ada@example.org';

const email: DrilledChange = {
  name: 'an address that comes with a consent',
  change: addEmail,
  cases: /payer|idempotency/,
  again: /^lifecycle\/PENDING\/fetched$|^create-payment\/property\/any-spelling/,
  finds: /payer|other-part/,
  right: {},
  wrong: [
    {
      ...{ does: 'takes another consent beside an address', breaks: 'create-consent' },
      server: takeAs('payerConsent', (one) => (one === false ? true : one)),
    },
    {
      ...{ does: 'takes what has an at sign', breaks: 'create-email' },
      server: takeAs('payerEmail', (one) => (typeof one === 'string' && one.length < 255 && one.includes('@') ? address : one)),
    },
    {
      ...{ does: 'takes any length', breaks: 'create-email' },
      server: takeAs('payerEmail', (one) => (typeof one === 'string' && one.length > 254 ? address : one)),
    },
    { does: 'refuses a plus', breaks: 'create-email', server: refuseEmail((one) => !one.includes('+')) },
    { does: 'refuses an apostrophe', breaks: 'create-email', server: refuseEmail((one) => !one.includes("'")) },
    { does: 'refuses capitals', breaks: 'create-email', server: refuseEmail((one) => !/[A-Z]/.test(one)) },
    { does: 'refuses long top domains', breaks: 'create-email', server: refuseEmail((one) => /\.[a-z]{2,4}$/i.test(one)) },
    {
      ...{ does: 'shows it once it is paid', breaks: 'email-kept' },
      server: {
        reply(reply) {
          const body = reply.body as Fields;
          if (isInvoice(reply) && body.payerConsent && body.status === 'PAID') body.payerEmail = address;
        },
      },
    },
    {
      ...{ does: 'leaves it out of the body that a key is for', breaks: 'idempotency-other-body-refused' },
      server: { fingerprint: ({ payerEmail: _left, ...body }) => JSON.stringify(Object.entries(body).sort()) },
    },
  ],
};

/** Changes that add differences, lists, objects and headers to a request or a response. */
export const valueChanges: readonly DrilledChange[] = [remaining, tags, locale, payer, email];
