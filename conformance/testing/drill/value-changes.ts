import { onReply, onRequest } from '../../faults/changes/change-step.ts';
import { editFields, type Fields, fieldsOf, headerOf, isInvoice, type Message, setHeader } from '../../servers/full/message.ts';
import type { FullChanges } from '../../servers/full/start-full-server.ts';
import { addEmail, addLocale, addPayer, addRemaining, addTags } from '../changes/add-values.ts';
import { type DrilledChange, refuseField } from './drill.ts';
import { cents, isObject, show, take, takeList, takeObject } from './kind-changes.ts';

const leftOf = ({ amount, paidAmount }: Fields): number => Math.max(0, cents(amount) - cents(paidAmount)) / 100;

/** Sets the remaining amount of every invoice. */
const showLeft = (left: (shown: Fields) => number): FullChanges =>
  onReply((reply, _message, { invoices }) => {
    for (const { shown } of invoices.values())
      Object.defineProperty(shown, 'remainingAmount', { get: () => left(shown), enumerable: true, configurable: true });
    const body = reply.body as Fields;
    if (isInvoice(reply)) body.remainingAmount = left(body);
  });

const remaining: DrilledChange = {
  name: 'a difference of two other fields',
  change: addRemaining,
  cases: /remaining|record/,
  again: /^lifecycle\/(PAID|UNDER_PAID|EXPIRED)\/fetched|^submit-receipt\/(as-created|fetched-after)/,
  right: showLeft(leftOf),
  wrong: {
    'invoice-remaining-amount': {
      'shows the whole amount always': showLeft(({ amount }) => Number(amount)),
      'shows nothing of an expired one': showLeft((one) => (one.status === 'EXPIRED' ? 0 : leftOf(one))),
      'rounds it': showLeft((one) => Math.round(leftOf(one))),
    },
    'invoice-paid-leaves-nothing': {
      'leaves the amount of a paid one': showLeft((one) => (one.status === 'PAID' ? Number(one.amount) : leftOf(one))),
    },
  },
};

/** Changes the tags of a create request before the server checks them. */
const takeTagsAs = (change: (tags: unknown[]) => unknown[]): FullChanges => takeList('tags', change);
const small = (tag: unknown): unknown => (typeof tag === 'string' ? tag.toLowerCase() : tag);
const showTagsAs = (change: (tags: unknown, status: unknown) => unknown): FullChanges =>
  show((body) => {
    body.tags = change(body.tags, body.status);
  });

const tags: DrilledChange = {
  name: 'a list of different tags',
  change: addTags,
  cases: /tags|idempotency/,
  again: /^journeys\/paired\//,
  finds: /tags|other-part|paired/,
  right: {},
  wrong: {
    'invoice-tags': {
      'sorts them': takeTagsAs((all) => all.toSorted()),
      'keeps the first only': takeTagsAs((all) => all.slice(0, 1)),
      'writes them in small letters': takeTagsAs((all) => all.map(small)),
      'loses them when the invoice is paid': showTagsAs((all, status) => (status === 'PAID' ? null : all)),
      'shows null for none of them': showTagsAs((all) => (Array.isArray(all) && all.length === 0 ? null : all)),
    },
    'create-tags': {
      'takes one twice and keeps it once': takeTagsAs((all) => [...new Set(all)]),
      'takes six and keeps five': takeTagsAs((all) => all.slice(0, 5)),
      'takes those for the same that differ in capitals': {
        examine(_, { tags: all }) {
          if (Array.isArray(all) && new Set(all.map(small)).size < all.length) refuseField('tags');
        },
      },
    },
    'idempotency-other-body-refused': {
      'takes a key in any order of them': {
        fingerprint: ({ tags: all, ...body }) =>
          JSON.stringify([Object.entries(body).sort(), Array.isArray(all) ? all.toSorted() : all]),
      },
    },
  },
};

const languages = ['en', 'de', 'pt-BR'];
const header = 'x-locale';
/** Changes the language header of a create request before the server checks it. */
const takeLocaleAs = (change: (locale: string | undefined, message: Message) => string | undefined): FullChanges =>
  onRequest((message) => {
    if (message.path.endsWith('create')) setHeader(message, header, change(headerOf(message, header), message));
  });
const showLocale = (
  isMeant: (message: Message) => boolean,
  change: (locale: unknown, message: Message) => unknown,
): FullChanges =>
  onReply((reply, message) => {
    const body = reply.body as Fields;
    if (isInvoice(reply) && isMeant(message)) body.locale = change(body.locale, message);
  });

const locale: DrilledChange = {
  name: 'a header that chooses a language',
  change: addLocale,
  cases: /locale/i,
  right: {},
  wrong: {
    'invoice-locale': {
      'speaks English always': takeLocaleAs(() => undefined),
      'shows a language without its country': showLocale(
        () => true,
        (one) => (one === 'pt-BR' ? 'en' : one),
      ),
      'goes by the header of a fetch': showLocale(
        ({ path }) => path.endsWith('fetch'),
        (_, message) => headerOf(message, header) ?? 'en',
      ),
      'speaks German where nothing is said': takeLocaleAs((one) => one ?? 'de'),
    },
    'create-locale': {
      'takes another one for English': takeLocaleAs((one) => languages.find((known) => known === one)),
      'takes it in any capitals': takeLocaleAs(
        (one) => languages.find((known) => known.toLowerCase() === one?.toLowerCase()) ?? one,
      ),
    },
  },
};

const takePayerAs = (change: (payer: Fields) => Fields): FullChanges => takeObject('payer', change);
const showPayerAs = (change: (payer: Fields) => unknown): FullChanges =>
  show((body) => {
    if (isObject(body.payer)) body.payer = change(body.payer);
  });

const payer: DrilledChange = {
  name: 'an object of which one field needs another',
  change: addPayer,
  cases: /payer|idempotency/,
  finds: /payer|other-part|is-null/,
  right: {},
  wrong: {
    'create-payer': {
      'takes a phone without its country': takePayerAs((one) => (one.phone && !one.country ? { ...one, country: 'US' } : one)),
      'refuses a country without a phone': {
        examine(_, { payer: one }) {
          if (isObject(one) && one.country && !one.phone) refuseField('payer');
        },
      },
      'takes hyphens in a phone': takePayerAs((one) =>
        typeof one.phone === 'string' ? { ...one, phone: one.phone.replaceAll('-', '') } : one,
      ),
      'drops what it does not know of it': takePayerAs((one) =>
        Object.fromEntries(Object.entries(one).filter(([name]) => ['name', 'phone', 'country'].includes(name))),
      ),
    },
    'invoice-payer': {
      'drops the country': showPayerAs(({ country: _left, ...rest }) => rest),
      'trims the name': takePayerAs((one) => (typeof one.name === 'string' ? { ...one, name: one.name.trim() } : one)),
      'shows an empty one as null': showPayerAs((one) => (Object.keys(one).length === 0 ? null : one)),
    },
    'create-null-is-absent': {
      'refuses null': onRequest((message) => {
        if (fieldsOf(message)?.payer === null) editFields(message, (fields) => void Object.assign(fields, { payer: 5 }));
      }),
    },
    'idempotency-other-body-refused': {
      'compares only the outer fields with the body that a key is for': {
        fingerprint: (body) => JSON.stringify(body, Object.keys(body).sort()),
      },
    },
  },
};

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
  wrong: {
    'create-consent': {
      'takes another consent beside an address': take('payerConsent', (one) => (one === false ? true : one)),
    },
    'create-email': {
      'takes what has an at sign': take('payerEmail', (one) =>
        typeof one === 'string' && one.length < 255 && one.includes('@') ? address : one,
      ),
      'takes any length': take('payerEmail', (one) => (typeof one === 'string' && one.length > 254 ? address : one)),
      'refuses a plus': refuseEmail((one) => !one.includes('+')),
      'refuses an apostrophe': refuseEmail((one) => !one.includes("'")),
      'refuses capitals': refuseEmail((one) => !/[A-Z]/.test(one)),
      'refuses long top domains': refuseEmail((one) => /\.[a-z]{2,4}$/i.test(one)),
    },
    'email-kept': {
      'shows it once it is paid': onReply((reply) => {
        const body = reply.body as Fields;
        if (isInvoice(reply) && body.payerConsent && body.status === 'PAID') body.payerEmail = address;
      }),
    },
    'idempotency-other-body-refused': {
      'leaves it out of the body that a key is for': {
        fingerprint: ({ payerEmail: _left, ...body }) => JSON.stringify(Object.entries(body).sort()),
      },
    },
  },
};

/** Changes that add a computed amount, a list, a header, an object, or an email address with a consent. */
export const valueChanges: readonly DrilledChange[] = [remaining, tags, locale, payer, email];
