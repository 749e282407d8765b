import { everyFeature } from '../../servers/full/every-feature.ts';
import { type Lifecycle, lifecycle } from '../../servers/full/lifecycle.ts';
import type { Invoice } from '../../servers/full/memory.ts';
import { actionOf, fieldsOf, isInvoice } from '../../servers/full/message.ts';
import type { FullChanges } from '../../servers/full/start-full-server.ts';
import { atRestart, beforeExpiry, forgetAtExpiry, rememberRefused } from '../changes/change-lifecycle.ts';
import { changeInvoice, respondInstead } from '../changes/change-response.ts';
import { inLifecycle, onReply } from '../changes/change-step.ts';
import { type FaultTable, sharing } from '../fault.ts';

const isOpen = (status: string): boolean => status === 'PENDING' || status === 'UNDER_PAID';

/** Lets receipts still change an invoice that is in this final state. */
function reopen(status: string): Partial<Lifecycle> {
  return { closedBy: (invoice, memory) => (invoice.shown.status === status ? undefined : lifecycle.closedBy(invoice, memory)) };
}

/** Lets the invoices for which `of` returns true expire only while they are being fetched. */
const expiresWhenFetched = (of: (invoice: Invoice) => boolean) => (): FullChanges => {
  let fetching = false;
  return {
    request(message) {
      fetching = actionOf(message) === 'fetch';
    },
    lifecycle: { expire: (invoice, now) => (fetching || !of(invoice)) && lifecycle.expire(invoice, now) },
    reply() {
      fetching = false;
    },
  };
};

/** Lets invoices in a final state expire if `of` returns true for them. */
const alsoExpires = (of: (invoice: Invoice) => boolean): FullChanges =>
  beforeExpiry((invoice, now) => {
    if (of(invoice) && now >= invoice.endsAt) invoice.shown.status = 'EXPIRED';
  });

/** While the receipt verifier is down, returns 503 for a receipt that should be refused with this code. */
const asksVerifierFirst = (code: string): FullChanges =>
  respondInstead(code, 'receipt_verifier_unavailable', 503, (_reply, _message, { down }) => down.has('verifier'));

/** Servers whose invoices leave a final state, do not expire, or change when they are read. */
export const lifecycleStates: FaultTable = sharing({ features: ['lifecycle', 'problem-details'] })({
  'sixth-status': {
    title: 'A part-paid invoice shows the status PARTIALLY_PAID',
    breaks: 'lifecycle-set-is-closed',
    features: ['versioning'],
    field: 'status',
    fullSteps: changeInvoice((invoice) => invoice.status === 'UNDER_PAID' && { status: 'PARTIALLY_PAID' }),
  },
  'born-under-paid': {
    title: 'A new invoice is UNDER_PAID',
    breaks: 'lifecycle-starts-pending',
    features: ['lifecycle'],
    field: 'status',
    fullSteps: changeInvoice((invoice) => invoice.status === 'PENDING' && { status: 'UNDER_PAID' }),
  },
  'reading-changes': {
    title: 'The second fetch changes the status',
    breaks: 'lifecycle-read',
    features: ['lifecycle'],
    fullSteps: () => {
      const read = new Set<unknown>();
      return onReply((reply, message, memory) => {
        const invoice = memory.invoices.get(String((reply.body as Invoice['shown'] | undefined)?.id));
        if (!isInvoice(reply) || actionOf(message) !== 'fetch' || !invoice) return;
        if (read.has(invoice.shown.id))
          invoice.shown.status = invoice.shown.status === 'PAID' || isOpen(invoice.shown.status) ? 'FAILED' : 'PAID';
        read.add(invoice.shown.id);
      });
    },
  },
  'fetch-from-copy': {
    title: 'For five minutes fetch returns a copy, which a submit replaces and an expiry does not',
    breaks: 'lifecycle-read',
    fullSteps: () => {
      const copies = new Map<unknown, { body: unknown; until: number }>();
      return onReply((reply, message, { now }) => {
        const id = fieldsOf(message)?.invoiceId;
        const copy = actionOf(message) === 'fetch' && isInvoice(reply) ? copies.get(id) : undefined;
        if (copy && now() < copy.until) reply.body = copy.body;
        else if (actionOf(message) === 'submit') copies.delete(id);
        else if (isInvoice(reply)) copies.set(id, { body: structuredClone(reply.body), until: now() + 300_000 });
      });
    },
  },
  'never-expires': {
    title: 'An invoice stays open after expiresAt',
    breaks: 'lifecycle-expiry',
    fullSteps: inLifecycle('expire', () => false),
  },
  'expires-a-second-early': {
    title: 'An invoice expires a second before expiresAt',
    breaks: 'lifecycle-expiry/not-before',
    fullSteps: inLifecycle('expire', (invoice, now) => lifecycle.expire(invoice, now + 1000)),
  },
  'expiry-forgets-receipt': {
    title: 'An invoice that expires loses its receiptId',
    breaks: 'lifecycle-expiry/fields-stay',
    fullSteps: forgetAtExpiry('receiptId'),
  },
  'part-paid-never-expires': {
    title: 'An UNDER_PAID invoice does not expire',
    breaks: 'lifecycle-expiry',
    fullSteps: inLifecycle('expire', (invoice, now) => invoice.shown.status === 'PENDING' && lifecycle.expire(invoice, now)),
  },
  'white-labelled-never-expires': {
    title: 'A white-labelled invoice never expires',
    breaks: 'lifecycle-expiry',
    fullSteps: inLifecycle('expire', (invoice, now) => invoice.shown.isWhiteLabel !== true && lifecycle.expire(invoice, now)),
  },
  ...sharing({ breaks: 'lifecycle-paid-is-final' })({
    'paid-422': {
      title: 'A receipt for a PAID invoice is refused with 422',
      features: everyFeature,
      fullSteps: respondInstead('invoice_already_paid', 'receipt_invalid', 422),
    },
    'paid-forgets-payment': {
      title: 'A PAID invoice loses its paidAmount at expiresAt',
      fullSteps: beforeExpiry((invoice, now) => {
        if (now >= invoice.endsAt && invoice.shown.status === 'PAID') invoice.shown.paidAmount = null;
      }),
    },
    'paid-expires': { title: 'A PAID invoice expires', fullSteps: alsoExpires(({ shown }) => shown.status === 'PAID') },
    'paid-takes-more': { title: 'A PAID invoice accepts further receipts', fullSteps: { lifecycle: reopen('PAID') } },
    'late-remembered': {
      title: 'A receipt for a PAID invoice counts as repeated',
      features: ['lifecycle'],
      fullSteps: rememberRefused('invoice_already_paid'),
    },
    'verifier-before-paid': {
      title: 'A PAID invoice returns 503 while the verifier is unavailable',
      fullSteps: asksVerifierFirst('invoice_already_paid'),
    },
    'over-paid-expires': {
      title: 'An invoice that was paid over its amount expires',
      fullSteps: alsoExpires(({ shown, paidCents, cents }) => shown.status === 'PAID' && paidCents > cents),
    },
  }),
  ...sharing({ breaks: 'lifecycle-failed-is-final' })({
    'failed-404': {
      title: 'A receipt for a FAILED invoice is refused with 404',
      features: everyFeature,
      fullSteps: respondInstead('invoice_failed', 'invoice_not_found', 404),
    },
    'failed-expires': { title: 'A FAILED invoice expires', fullSteps: alsoExpires(({ shown }) => shown.status === 'FAILED') },
    'failed-takes-more': { title: 'A FAILED invoice accepts further receipts', fullSteps: { lifecycle: reopen('FAILED') } },
    'verifier-before-failed': {
      title: 'A FAILED invoice returns 503 while the verifier is unavailable',
      fullSteps: asksVerifierFirst('invoice_failed'),
    },
    'failed-expires-white-labelled': {
      title: 'A white-labelled invoice that is FAILED expires',
      fullSteps: alsoExpires(({ shown }) => shown.status === 'FAILED' && shown.isWhiteLabel === true),
    },
  }),
  ...sharing({ breaks: 'lifecycle-expired-is-final' })({
    'expired-410': {
      title: 'A receipt for an EXPIRED invoice is refused with 410',
      features: everyFeature,
      fullSteps: respondInstead('invoice_expired', 'invoice_expired', 410),
    },
    'expired-becomes-failed': {
      title: 'An EXPIRED invoice is FAILED at the second read',
      fullSteps: beforeExpiry((invoice, now) => {
        if (invoice.shown.status === 'EXPIRED' && invoice.endsAt + 60_000 < now) invoice.shown.status = 'FAILED';
      }),
    },
    'expired-takes-more': { title: 'An EXPIRED invoice accepts late payments', fullSteps: { lifecycle: reopen('EXPIRED') } },
    'expires-when-fetched': {
      title: 'An invoice expires only when it is fetched',
      features: ['lifecycle'],
      fullSteps: expiresWhenFetched(() => true),
    },
    'part-paid-expires-when-fetched': {
      title: 'An UNDER_PAID invoice without a callbackUrl expires only when it is fetched',
      features: ['lifecycle'],
      fullSteps: expiresWhenFetched(({ shown, callbackUrl }) => shown.status === 'UNDER_PAID' && callbackUrl === undefined),
    },
    'verifier-before-expired': {
      title: 'An EXPIRED invoice returns 503 while the verifier is unavailable',
      fullSteps: asksVerifierFirst('invoice_expired'),
    },
  }),
  'expires-only-when-swept': {
    title: 'An invoice expires only in a sweep: neither fetch nor submit checks the time',
    breaks: 'lifecycle-expiry/by-itself',
    features: ['lifecycle'],
    fullSteps: () => {
      let isAsked = false;
      return {
        request() {
          isAsked = true;
        },
        lifecycle: { expire: (invoice, now) => !isAsked && lifecycle.expire(invoice, now) },
        reply() {
          isAsked = false;
        },
      };
    },
  },
  'events-end-at-restart': {
    title: 'An invoice from before a restart expires without its event',
    breaks: 'lifecycle-expiry/by-itself',
    features: ['lifecycle', 'callbacks'],
    fullSteps: atRestart((invoice) => Object.assign(invoice, { gone: true })),
  },
});
