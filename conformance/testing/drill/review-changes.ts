import { randomUUID } from 'node:crypto';
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
  wrong: [
    { does: 'never ends the review', breaks: 'lifecycle-review-ends', server: review({ end: 'IN_REVIEW' }) },
    { does: 'ends it in FAILED', breaks: 'lifecycle-review-ends', server: review({ end: 'FAILED' }) },
    { does: 'says PAID at once', breaks: 'lifecycle-in-review', server: review({ begin: 'PAID' }) },
    { does: 'ends it when it begins', breaks: 'lifecycle-in-review', server: review({ length: -7 * 24 * hour }) },
    { does: 'says no time at which it ends', breaks: 'invoice-reviewed-at', server: review({ saysWhen: false }) },
    {
      ...{ does: 'lets it expire meanwhile', breaks: 'lifecycle-in-review' },
      server: {
        lifecycle: {
          expire(invoice, now) {
            if (now < invoice.endsAt || !['PENDING', 'UNDER_PAID', 'IN_REVIEW'].includes(invoice.shown.status)) return false;
            invoice.shown.status = 'EXPIRED';
            return true;
          },
        },
      },
    },
  ],
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
  wrong: [
    { does: 'sends none', breaks: 'callback-at-each-change', server: reminding({ times: 0 }) },
    { does: 'sends two', breaks: 'callback-not-otherwise', server: reminding({ times: 2 }) },
    { does: 'reminds of a paid one', breaks: 'callback-not-otherwise', server: reminding({ states: ['PENDING', 'PAID'] }) },
    { does: 'sends it at once', breaks: 'event-timestamp', server: reminding({ due: 24 * hour }) },
    { does: 'forgets a part paid one', breaks: 'callback-at-each-change', server: reminding({ states: ['PENDING'] }) },
    { does: 'names it by the status', breaks: 'event-type-names-change', server: reminding({ type: 'invoice.pending' }) },
    { does: 'takes seconds for minutes', breaks: 'invoice-remind-at', server: reminding({ unit: 60_000 }) },
    {
      ...{ does: 'takes a text for seconds', breaks: 'create-never-coerces' },
      server: {
        ...reminding(),
        request: (message) =>
          editFields(message, (fields) => {
            if (/^\d+$/.test(String(fields.remindAfter))) fields.remindAfter = Number(fields.remindAfter);
          }),
      },
    },
  ],
};

/**
 * Handles the operation that extends an invoice. `endOf` returns the new expiry time from the time in the request and the current
 * one.
 */
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
  wrong: [
    { does: 'goes by the old time', breaks: 'lifecycle-expiry', server: extending((_, before) => before) },
    { does: 'forgets that it ends', breaks: 'lifecycle-expiry', server: extending(() => Number.POSITIVE_INFINITY) },
    { does: 'takes any time', breaks: 'extend-later', server: extending(undefined, () => true) },
    { does: 'takes the same time', breaks: 'extend-later', server: extending(undefined, (next, before) => next >= before) },
  ],
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
  wrong: [
    { does: 'says it of a part', breaks: 'invoice-paid-at-set', server: stamping({ states: ['UNDER_PAID', 'PAID'] }) },
    { does: 'never says it', breaks: 'invoice-paid-at-set', server: stamping({ states: [] }) },
    {
      ...{ does: 'takes the time of the read', breaks: 'invoice-paid-at-lasting' },
      server: {
        ...stamping(),
        reply(reply, _message, memory) {
          const body = reply.body as Fields;
          if (isInvoice(reply)) body.paidAt = body.status === 'PAID' ? new Date(memory.now()).toISOString() : null;
        },
      },
    },
    {
      ...{ does: 'writes the hour of another zone', breaks: 'invoice-paid-at-order' },
      server: stamping({ timeOf: (now) => now + 2 * hour }),
    },
    {
      ...{ does: 'takes the day', breaks: 'invoice-paid-at-order' },
      server: stamping({ timeOf: (now) => now - (now % (24 * hour)) }),
    },
    {
      ...{ does: 'takes the end of the invoice', breaks: 'invoice-paid-at-order' },
      server: stamping({ timeOf: (_, { expiresAt }) => Date.parse(String(expiresAt)) }),
    },
  ],
};

/** The number of updates that each invoice has had. */
const updates = new WeakMap<object, number>();
const countOf = ({ shown }: Invoice): number => updates.get(shown) ?? 0;

/** Handles the operation that sets a title, which requires the invoice's ETag. */
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
  wrong: [
    { does: 'ignores If-Match', breaks: 'title-if-match', server: guarded({ isSame: () => true }) },
    {
      ...{ does: 'compares the beginning of an ETag', breaks: 'title-if-match' },
      server: guarded({ isSame: (sent, now) => sent.slice(0, 4) === now.slice(0, 4) }),
    },
    {
      does: 'refuses with a problem of a final invoice',
      breaks: 'title-if-match',
      server: guarded({ problem: 'invoice_failed' }),
    },
    { does: 'changes the title before it compares', breaks: 'title-if-match', server: guarded({ isEarly: true }) },
    { does: 'gives an ETag for each read', breaks: 'title-if-match', server: guarded({ tagOf: () => `"${randomUUID()}"` }) },
    {
      does: 'keeps the ETag at an update',
      breaks: 'lifecycle-titled',
      server: guarded({ tagOf: ({ shown }) => `"${shown.status}"` }),
    },
    {
      ...{ does: 'keeps the ETag at a payment', breaks: 'lifecycle-part-payment' },
      server: guarded({ tagOf: (invoice) => `"${countOf(invoice)}"` }),
    },
  ],
};

/** Changes that add or move a time at which something happens to an invoice, and one that requires an ETag. */
export const reviewChanges: readonly DrilledChange[] = [reviewed, reminded, extended, stamped, preconditions];
