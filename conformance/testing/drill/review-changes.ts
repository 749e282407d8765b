import { randomUUID } from 'node:crypto';
import { inLifecycle } from '../../faults/changes/change-step.ts';
import { callbacks, tell } from '../../servers/full/callbacks.ts';
import { lifecycle } from '../../servers/full/lifecycle.ts';
import type { Invoice, Memory } from '../../servers/full/memory.ts';
import { editFields, type Fields, isInvoice } from '../../servers/full/message.ts';
import { Problem } from '../../servers/full/problem.ts';
import type { FullChanges } from '../../servers/full/start-full-server.ts';
import { addPreconditions } from '../changes/add-preconditions.ts';
import { addExtension, addPaidAt, addReminder, addReview } from '../changes/add-review.ts';
import { type DrilledChange, refuseField } from './drill.ts';

const hour = 3_600_000;

/** Puts a fully paid invoice in review. By default the review ends one hour after the invoice would have expired. */
const review = ({ length = hour, end = 'PAID', begin = 'IN_REVIEW', saysWhen = true } = {}): FullChanges => ({
  lifecycle: {
    count(invoice, receipt) {
      lifecycle.count(invoice, receipt);
      if (invoice.shown.status !== 'IN_REVIEW') return;
      invoice.shown.status = begin;
      invoice.shown.reviewedAt = saysWhen ? new Date(invoice.endsAt + hour).toISOString() : null;
    },
    expire(invoice, now) {
      if (invoice.shown.status !== 'IN_REVIEW') return lifecycle.expire(invoice, now);
      if (now < invoice.endsAt + length || end === 'IN_REVIEW') return false;
      invoice.shown.status = end;
      return true;
    },
  },
  reply(reply) {
    const body = reply.body as Fields;
    if (isInvoice(reply)) body.reviewedAt ??= null;
  },
});

const reviewed: DrilledChange = {
  name: 'a state between two others, which a time ends',
  change: addReview,
  again: /^lifecycle\/|^submit-receipt\/(answer|fetched-after)|^fetch-payment\/other-parameters/,
  finds: /^lifecycle\/(PENDING|UNDER_PAID|IN_REVIEW|PAID|bounds|sums|at-expiry)|reviewedAt|record\/relations/,
  right: review(),
  wrong: {
    'lifecycle-review-ends': {
      'never ends the review': review({ end: 'IN_REVIEW' }),
      'ends it in FAILED': review({ end: 'FAILED' }),
    },
    'lifecycle-in-review': {
      'says PAID at once': review({ begin: 'PAID' }),
      'ends it when it begins': review({ length: -7 * 24 * hour }),
      'lets it expire meanwhile': inLifecycle('expire', (invoice, now) => {
        if (now < invoice.endsAt || !['PENDING', 'UNDER_PAID', 'IN_REVIEW'].includes(invoice.shown.status)) return false;
        invoice.shown.status = 'EXPIRED';
        return true;
      }),
    },
    'invoice-reviewed-at': { 'says no time at which it ends': review({ saysWhen: false }) },
  },
};

/**
 * Sends a reminder `remindAfter` seconds after the create. The options introduce defects: a unit other than the second, several
 * reminders, other states, another event type, or a reminder that is sent `due` milliseconds early.
 */
const reminding = ({ unit = 1000, times = 1, states = ['PENDING', 'UNDER_PAID'], type = 'invoice.reminder', due = 0 } = {}) => {
  const told = new WeakMap<Invoice, number>();
  const steps = { ...callbacks, event: (...all: Parameters<typeof callbacks.event>) => ({ ...callbacks.event(...all), type }) };
  const remind = (memory: Memory): void => {
    for (const invoice of memory.invoices.values()) {
      const { shown } = invoice;
      const at = Date.parse(String(shown.createdAt)) + Number(shown.remindAfter) * unit;
      const isSet = typeof shown.remindAfter === 'number';
      shown.remindAt = isSet ? new Date(at).toISOString() : null;
      if (!isSet || memory.now() < at - due || !states.includes(shown.status)) continue;
      for (let sent = told.get(invoice) ?? 0; sent < times; sent++) tell(steps, invoice, memory);
      told.set(invoice, times);
    }
  };
  let known: Memory | undefined;
  return {
    request(_message, memory) {
      known = memory;
      remind(memory);
    },
    lifecycle: {
      expire(invoice, now) {
        if (known) remind(known);
        return lifecycle.expire(invoice, now);
      },
    },
    reply(reply, _message, memory) {
      remind(memory);
      const body = reply.body as Fields;
      if (isInvoice(reply)) body.remindAt = memory.invoices.get(String(body.id))?.shown.remindAt;
    },
  } satisfies FullChanges;
};

const reminded: DrilledChange = {
  name: 'a reminder that changes nothing',
  change: addReminder,
  cases: /remind|record/i,
  right: reminding(),
  wrong: {
    'callback-at-each-change': {
      'sends none': reminding({ times: 0 }),
      'forgets a part paid one': reminding({ states: ['PENDING'] }),
    },
    'callback-not-otherwise': {
      'sends two': reminding({ times: 2 }),
      'reminds of a paid one': reminding({ states: ['PENDING', 'PAID'] }),
    },
    'event-timestamp': { 'sends it at once': reminding({ due: 24 * hour }) },
    'event-type-names-change': { 'names it by the status': reminding({ type: 'invoice.pending' }) },
    'invoice-remind-at': { 'takes seconds for minutes': reminding({ unit: 60_000 }) },
    'create-never-coerces': {
      'takes a text for seconds': {
        ...reminding(),
        request: (message) =>
          editFields(message, (fields) => {
            if (/^\d+$/.test(String(fields.remindAfter))) fields.remindAfter = Number(fields.remindAfter);
          }),
      },
    },
  },
};

/** Handles the operation that extends an invoice. `endOf` returns the new expiry time from the requested and the current one. */
const extending = (
  endOf = (until: number, _before: number): number => until,
  isTaken = (until: number, before: number): boolean => until > before,
): FullChanges => ({
  examine(operation, { until }, invoice) {
    if (operation !== 'updateExpiry' || !invoice) return;
    const [next, before] = [Date.parse(String(until)), Date.parse(String(invoice.shown.expiresAt))];
    if (!isTaken(next, before)) refuseField('until');
    invoice.endsAt = endOf(next, before);
    invoice.shown.expiresAt = new Date(next).toISOString();
  },
});

const extended: DrilledChange = {
  name: 'a call that puts a time off',
  change: addExtension,
  cases: /extended|update-expiry\/relations/,
  right: extending(),
  wrong: {
    'lifecycle-expiry': {
      'goes by the old time': extending((_, before) => before),
      'forgets that it ends': extending(() => Number.POSITIVE_INFINITY),
    },
    'extend-later': {
      'takes any time': extending(undefined, () => true),
      'takes the same time': extending(undefined, (next, before) => next >= before),
    },
  },
};

/** Stores the time at which an invoice was paid: when a receipt first brings it into one of these states. */
const stamping = ({ states = ['PAID'], timeOf = (now: number, _shown: Fields): number => now } = {}) => {
  let clock = Date.now;
  return {
    request(_message, memory) {
      clock = () => memory.now();
    },
    lifecycle: {
      count(invoice, receipt) {
        lifecycle.count(invoice, receipt);
        const shown: Fields = invoice.shown;
        if (!states.includes(String(shown.status)) || typeof shown.paidAt === 'string') return;
        shown.paidAt = new Date(timeOf(clock(), shown)).toISOString();
      },
    },
    reply(reply) {
      const body = reply.body as Fields;
      if (isInvoice(reply)) body.paidAt ??= null;
    },
  } satisfies FullChanges;
};

const stamped: DrilledChange = {
  name: 'the time of an event',
  change: addPaidAt,
  again: /^lifecycle\/(PENDING|UNDER_PAID|PAID)\/|^submit-receipt\/fetched-after/,
  right: stamping(),
  wrong: {
    'invoice-paid-at-set': {
      'says it of a part': stamping({ states: ['UNDER_PAID', 'PAID'] }),
      'never says it': stamping({ states: [] }),
    },
    'invoice-paid-at-lasting': {
      'takes the time of the read': {
        ...stamping(),
        reply(reply, _message, memory) {
          const body = reply.body as Fields;
          if (isInvoice(reply)) body.paidAt = body.status === 'PAID' ? new Date(memory.now()).toISOString() : null;
        },
      },
    },
    'invoice-paid-at-order': {
      'writes the hour of another zone': stamping({ timeOf: (now) => now + 2 * hour }),
      'takes the day': stamping({ timeOf: (now) => now - (now % (24 * hour)) }),
      'takes the end of the invoice': stamping({ timeOf: (_, { expiresAt }) => Date.parse(String(expiresAt)) }),
    },
  },
};

/** The number of updates that each invoice has had. */
const updates = new WeakMap<object, number>();
const countOf = ({ shown }: Invoice): number => updates.get(shown) ?? 0;

/** Handles the operation that sets a title. Refuses a request whose `If-Match` is not the invoice's ETag. */
const guarded = ({
  tagOf = (invoice: Invoice): string => `"${invoice.shown.status}-${countOf(invoice)}"`,
  isSame = (sent: string, now: string): boolean => sent === now,
  problem = 'precondition_failed',
  isEarly = false,
} = {}): FullChanges => ({
  examine(operation, { title = null, 'If-Match': sent }, invoice) {
    if (operation !== 'updateTitle' || !invoice) return;
    const { shown } = invoice;
    if (isEarly) shown.title = title;
    if (!isSame(String(sent), tagOf(invoice))) throw new Problem(problem);
    shown.title = title;
    updates.set(shown, countOf(invoice) + 1);
  },
  reply(reply, _message, { invoices }) {
    const invoice = invoices.get(String((reply.body as Fields | undefined)?.id));
    if (invoice) reply.headers.ETag = tagOf(invoice);
  },
});

const preconditions: DrilledChange = {
  name: 'an update with If-Match',
  change: addPreconditions,
  cases: /title|etag/i,
  again: /^lifecycle\/PENDING\/receipt-below/,
  finds: /relations|lifecycle/,
  right: guarded(),
  wrong: {
    'title-if-match': {
      'ignores If-Match': guarded({ isSame: () => true }),
      'compares the beginning of an ETag': guarded({ isSame: (sent, now) => sent.slice(0, 4) === now.slice(0, 4) }),
      'refuses with a problem of a final invoice': guarded({ problem: 'invoice_failed' }),
      'changes the title before it compares': guarded({ isEarly: true }),
      'gives an ETag for each read': guarded({ tagOf: () => `"${randomUUID()}"` }),
    },
    'lifecycle-titled': { 'keeps the ETag at an update': guarded({ tagOf: ({ shown }) => `"${shown.status}"` }) },
    'lifecycle-part-payment': { 'keeps the ETag at a payment': guarded({ tagOf: (invoice) => `"${countOf(invoice)}"` }) },
  },
};

/** Changes that add or move a time at which something happens to an invoice, and a change that requires an ETag. */
export const reviewChanges: readonly DrilledChange[] = [reviewed, reminded, extended, stamped, preconditions];
