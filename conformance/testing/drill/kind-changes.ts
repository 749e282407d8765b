import { randomUUID } from 'node:crypto';
import { onReply, onRequest } from '../../faults/changes/change-step.ts';
import type { Invoice, Memory } from '../../servers/full/memory.ts';
import { editFields, type Fields, fieldsOf, headerOf, isInvoice, type Message, type Reply } from '../../servers/full/message.ts';
import { Problem } from '../../servers/full/problem.ts';
import type { FullChanges } from '../../servers/full/start-full-server.ts';
import { addComments, addSettings, addUpdates } from '../changes/add-kinds.ts';
import { addPayout, addPeriod } from '../changes/relate-fields.ts';
import { type DrilledChange, refuseField } from './drill.ts';
/** Refuses a createPayment whose body contains `field` if `isRight` returns false for that body. The error is for `field`. */
export const demand = (field: string, isRight: (body: Fields) => boolean): FullChanges => ({
  examine(operation, body) {
    if (operation === 'createPayment' && body[field] !== undefined && !isRight(body)) refuseField(field);
  },
});
/** Changes a field in every request body that contains it. */
export const take = (field: string, change: (value: unknown, fields: Fields) => unknown): FullChanges =>
  onRequest((message) =>
    editFields(message, (fields) => {
      if (field in fields) fields[field] = change(fields[field], fields);
    }),
  );
export const isObject = (value: unknown): value is Fields => typeof value === 'object' && value !== null && !Array.isArray(value);
/** Changes a field in every request body, if its value is an object. */
export const takeObject = (field: string, change: (one: Fields) => Fields): FullChanges =>
  take(field, (value) => (isObject(value) ? change(value) : value));
/** Changes a field in every request body, if its value is a list. */
export const takeList = <Entry>(field: string, change: (all: Entry[]) => Entry[]): FullChanges =>
  take(field, (value) => (Array.isArray(value) ? change(value) : value));
export const cents = (value: unknown): number => Math.round(Number(value ?? 0) * 100);
/** Changes the invoices that a server shows. */
export const show = (change: (body: Fields) => void): FullChanges =>
  onReply((reply) => {
    if (isInvoice(reply)) change(reply.body as Fields);
  });

const payoutAs = (change: (payout: Fields) => Fields): FullChanges => takeObject('payout', change);

const payout: DrilledChange = {
  name: 'a payout of two kinds',
  change: addPayout,
  cases: /payout|idempotency/,
  right: {},
  wrong: {
    'create-payout': {
      'takes a card with an IBAN': payoutAs(({ iban, ...card }) => (card.method === 'card' ? card : { ...card, iban })),
      'takes an IBAN in small letters': payoutAs((one) =>
        typeof one.iban === 'string' ? { ...one, iban: one.iban.toUpperCase() } : one,
      ),
      'forgets whose account it is': show((body) => {
        if (typeof body.payout === 'object') body.payout = { ...body.payout, holder: undefined };
      }),
    },
    'idempotency-other-body-refused': {
      'compares only its kind with the body that a key is for': {
        fingerprint: (body) => JSON.stringify({ ...body, payout: (body.payout as Fields | undefined)?.method }),
      },
    },
  },
};

const between = (isRight: (from: string, until: string) => boolean): FullChanges =>
  demand('period', ({ period }) => isRight(String((period as Fields).from), String((period as Fields).until)));
const inOrder = between((from, until) => from <= until);

const period: DrilledChange = {
  name: 'an object of two dates',
  change: addPeriod,
  cases: /period/i,
  right: inOrder,
  wrong: {
    'create-period-order': {
      'takes any dates': {},
      'refuses one day': between((from, until) => from < until),
      'compares only the months': between((from, until) => from.slice(0, 7) <= until.slice(0, 7)),
      'compares only the days': between((from, until) => from.slice(8) <= until.slice(8)),
    },
    'create-period': {
      'refuses a day of leap years': between((from, until) => from <= until && !until.endsWith('-02-29')),
      'takes a day without zeros': {
        ...inOrder,
        ...take('period', (one) => JSON.parse(JSON.stringify(one).replace(/-(?=\d[-"])/g, '-0'))),
      },
    },
  },
};

/** Handles the operation that sets a reference. `isKnown` compares the version in the request with the stored version. */
const updating = (
  isKnown = (sent: number, stored: number): boolean => sent === stored,
  referenceOf = (sent: unknown, _stored: unknown): unknown => sent ?? null,
  step = 1,
): FullChanges => ({
  examine(operation, body, invoice) {
    if (operation !== 'updatePayment') return;
    const { shown } = invoice as Invoice;
    if (!isKnown(Number(body.version), Number(shown.version))) throw new Problem('version_conflict');
    shown.reference = referenceOf(body.reference, shown.reference);
    shown.version = Number(shown.version) + step;
  },
});

const updates: DrilledChange = {
  name: 'an update that repeats the version',
  change: addUpdates,
  cases: /update|reference|version|record/,
  finds: /echo|relations|updated/,
  right: updating(),
  wrong: {
    'update-version': { 'takes an older version': updating((sent, stored) => sent <= stored) },
    'lifecycle-updated': { 'leaves the version as it is': updating(undefined, undefined, 0) },
    'invoice-reference': {
      'takes no reference away': updating(undefined, (sent, stored) => sent ?? stored),
      'trims the reference': updating(undefined, (sent) => String(sent ?? '').trim() || null),
    },
  },
};

/** Returns a function that looks up the data of a server. At its first call for a server, it makes the data with `make`. */
export const perServer = <Kept>(make: () => Kept): ((memory: Memory) => Kept) => {
  const kept = new WeakMap<Memory, Kept>();
  return (memory) => {
    const own = kept.get(memory) ?? make();
    kept.set(memory, own);
    return own;
  };
};
/** The objects other than invoices that these servers store, by their ids. */
const keptBy = perServer(() => new Map<string, { account: unknown; shown: Fields }>());
/** Returns the name of the account whose token a message has. */
export const accountOf = (message: Message, { tokens }: Memory): string =>
  tokens.get(headerOf(message, 'authorization')?.split(' ')[1] ?? '')?.account.name ?? '';

/** Handles the operations that create, read and delete comments. */
const commenting = (isDeleted = true, isPlaced = true, change?: (shown: Fields) => void): FullChanges =>
  onReply((reply, message, memory) => {
    const [, invoiceId = '', id] = /^\/api\/v1\/payments\/([^/]+)\/comments(?:\/([^/]+))?$/.exec(message.path) ?? [];
    if (invoiceId === '' || (reply.status >= 300 && reply.status !== 404)) return;
    const all = keptBy(memory);
    const account = accountOf(message, memory);
    if (id === undefined) {
      if (reply.status === 404) return;
      const shown = {
        id: randomUUID(),
        invoiceId,
        text: fieldsOf(message)?.text,
        createdAt: new Date(memory.now()).toISOString(),
      };
      all.set(shown.id, { account, shown });
      reply.body = shown;
      return;
    }
    const found = all.get(id.toLowerCase());
    if (found?.account !== account || (isPlaced && found.shown.invoiceId !== invoiceId)) return refuse(reply, message, memory);
    if (message.method === 'DELETE') {
      if (isDeleted) all.delete(id.toLowerCase());
      Object.assign(reply, { status: 204, body: '', headers: { ...reply.headers, 'Content-Type': '' } });
    } else {
      const body = { ...found.shown };
      change?.(body);
      Object.assign(reply, { status: 200, body, headers: { ...reply.headers, 'Content-Type': 'application/json' } });
    }
  });

/** Turns a response into the 404 for an id that does not exist in the account. */
export function refuse(reply: Reply, { path }: Message, memory: Memory): void {
  const body = new Problem('invoice_not_found').body(memory, path, reply.headers['X-Request-Id'] ?? '');
  Object.assign(reply, { status: 404, body, headers: { ...reply.headers, 'Content-Type': 'application/problem+json' } });
}

const comments: DrilledChange = {
  name: 'an object inside another one',
  change: addComments,
  cases: /comment/,
  finds: /comment\/(parameter|after|lasting|echo)/,
  right: commenting(),
  wrong: {
    'read-comment-place': { 'shows it in another invoice': commenting(true, false), 'shows what was deleted': commenting(false) },
    'comment-created-at': {
      'says that it was made now': commenting(true, true, (shown) =>
        Object.assign(shown, { createdAt: new Date().toISOString() }),
      ),
    },
    'comment-text': {
      'reads another text': commenting(true, true, (shown) => Object.assign(shown, { text: String(shown.text).trim() })),
    },
  },
};

/** Reads and replaces settings. `keyOf` returns the key of an account's settings, and `next` returns the settings to store. */
const setting = (
  keyOf = (account: string): string => account,
  next = (sent: Fields, _before: Fields): Fields => sent,
): FullChanges =>
  onReply((reply, message, memory) => {
    if (message.path !== '/api/v1/settings' || reply.status >= 300) return;
    const all = keptBy(memory);
    const key = keyOf(accountOf(message, memory));
    const usual = { displayName: null, remindAfter: 3600 };
    const sent = Object.fromEntries(Object.entries(fieldsOf(message) ?? {}).filter(([, value]) => value !== null));
    const before = all.get(key)?.shown ?? usual;
    const shown = message.method === 'PUT' ? { ...usual, ...next(sent, before) } : before;
    all.set(key, { account: key, shown });
    reply.body = shown;
  });

const settings: DrilledChange = {
  name: 'an object that an account has one of',
  change: addSettings,
  cases: /settings/,
  finds: /echo|ownership/,
  right: setting(),
  wrong: {
    'settings-own': { 'shares them between accounts': setting(() => 'all') },
    'settings-name': { 'keeps what was left out': setting(undefined, (sent, before) => ({ ...before, ...sent })) },
    'settings-remind': {
      'keeps whole minutes': setting(undefined, ({ remindAfter = 3600, ...sent }) => ({
        ...sent,
        remindAfter: Math.floor(Number(remindAfter) / 60) * 60,
      })),
    },
  },
};

/** Changes that add what the contract lacks: a new kind of object, of operation, or of relation between fields. */
export const kindChanges: readonly DrilledChange[] = [payout, period, updates, comments, settings];
