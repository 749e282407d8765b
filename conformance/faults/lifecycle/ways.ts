import { lifecycle } from '../../servers/full/lifecycle.ts';
import type { Invoice, Memory } from '../../servers/full/memory.ts';
import { actionOf, type Fields, fieldsOf, headerOf } from '../../servers/full/message.ts';
import type { FaultTable } from '../fault.ts';

const features = ['lifecycle', 'problem-details'];

/** Takes a receipt that is used where the invoice it was counted on has this status by now. */
const takesUsed = (status: string): { lifecycle: Partial<typeof lifecycle> } => ({
  lifecycle: {
    unfit(invoice, text, receipt, memory) {
      const code = lifecycle.unfit(invoice, text, receipt, memory);
      return code === 'receipt_already_used' && memory.used.get(text)?.shown.status === status ? undefined : code;
    },
  },
});

/** Lets invoices of this kind, which are final, expire. */
const alsoExpires = (of: (invoice: Invoice) => boolean): { lifecycle: Partial<typeof lifecycle> } => ({
  lifecycle: {
    expire(invoice, now) {
      if (of(invoice) && now >= invoice.endsAt) invoice.shown.status = 'EXPIRED';
      return lifecycle.expire(invoice, now);
    },
  },
});

/** Servers that are right on the shortest way into a state, and wrong on another. */
export const lifecycleWays: FaultTable = {
  'used-by-failed-taken': {
    title: 'A receipt that made another invoice FAILED is taken',
    breaks: 'lifecycle-used-receipt',
    features,
    fullSteps: takesUsed('FAILED'),
  },
  'used-by-expired-taken': {
    title: 'A receipt that was counted on an invoice that is EXPIRED is taken',
    breaks: 'lifecycle-used-receipt',
    features,
    fullSteps: takesUsed('EXPIRED'),
  },
  'failed-of-another-taken': {
    title: "Another invoice's receipt makes this one FAILED where its payment failed",
    breaks: 'lifecycle-mismatched-receipt',
    features,
    fullSteps: {
      lifecycle: {
        unfit(invoice, text, receipt, memory) {
          const code = lifecycle.unfit(invoice, text, receipt, memory);
          return code === 'receipt_mismatch' && receipt?.outcome === 'failed' ? undefined : code;
        },
      },
    },
  },
  'over-paid-expires': {
    title: 'An invoice that was paid over its amount expires',
    breaks: 'lifecycle-paid-is-final',
    features,
    fullSteps: alsoExpires(({ shown, paidCents, cents }) => shown.status === 'PAID' && paidCents > cents),
  },
  'failed-expires-white-labelled': {
    title: 'A white-labelled invoice that is FAILED expires',
    breaks: 'lifecycle-failed-is-final',
    features,
    fullSteps: alsoExpires(({ shown }) => shown.status === 'FAILED' && shown.isWhiteLabel === true),
  },
  'white-labelled-never-expires': {
    title: 'A white-labelled invoice never expires',
    breaks: 'lifecycle-expiry',
    features,
    fullSteps: { lifecycle: { expire: (invoice, now) => invoice.shown.isWhiteLabel !== true && lifecycle.expire(invoice, now) } },
  },
  'ten-times-the-amount-refused': {
    title: 'A payment of several times the amount is refused',
    breaks: 'lifecycle-full-payment',
    features,
    fullSteps: {
      lifecycle: {
        uncounted: (invoice, receipt) =>
          receipt.outcome === 'completed' && receipt.cents >= 5 * invoice.cents
            ? 'receipt_mismatch'
            : lifecycle.uncounted(invoice, receipt),
      },
    },
  },
  'foreign-use-told': {
    title: "detail tells that another account's receipt was counted",
    breaks: 'lifecycle-other-accounts-receipt',
    features,
    fullSteps: {
      reply({ body }, message, { used }) {
        const problem = (body ?? {}) as Fields;
        if (problem.code === 'receipt_mismatch' && used.has(String(fieldsOf(message)?.webReceipt)))
          problem.detail = 'The receipt was used before.';
      },
    },
  },
  'invoice-of-the-token': {
    title: 'An invoice is known only to the token that created it',
    breaks: 'invoices-belong-to-account',
    features: ['ownership', 'lifecycle', 'problem-details'],
    fullSteps: () => {
      const makers = new Map<string, string | undefined>();
      return {
        request(message, memory: Memory) {
          const id = String(fieldsOf(message)?.invoiceId);
          const maker = makers.get(id);
          const invoice = memory.invoices.get(id);
          const isOther = maker !== undefined && maker !== headerOf(message, 'authorization');
          if (isOther && invoice && memory.tokens.get(maker.slice(7))?.account.name === invoice.account.name)
            message.text = message.text?.replace(id, `${id.slice(0, -4)}0000`);
        },
        reply(reply, message) {
          const { id } = (reply.body ?? {}) as { id?: string };
          if (actionOf(message) === 'create' && reply.status === 200 && id !== undefined && !makers.has(id))
            makers.set(id, headerOf(message, 'authorization'));
        },
      };
    },
  },
};
