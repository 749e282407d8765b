import { everyFeature } from '../../servers/full/every-feature.ts';
import { lifecycle } from '../../servers/full/lifecycle.ts';
import { actionOf, type Fields, fieldsOf, headerOf, isInvoice } from '../../servers/full/message.ts';
import { atRestart, countedTwiceAtOnce } from '../changes/change-lifecycle.ts';
import { respondWith } from '../changes/change-response.ts';
import { inLifecycle, onRequest } from '../changes/change-step.ts';
import { type FaultTable, sharing } from '../fault.ts';

/** Servers that do not recognize a receipt when it is submitted again. */
export const lifecycleRepeated: FaultTable = sharing({ features: ['lifecycle', 'problem-details'] })({
  'counted-twice-at-once': {
    title: 'One receipt sent five times at once counts more than once',
    breaks: 'submit-receipt-counts-once/at-once',
    features: ['lifecycle'],
    fullSteps: countedTwiceAtOnce,
  },
  'counted-by-two-tokens-at-once': {
    title: 'One receipt that two tokens submit at once counts twice',
    breaks: 'submit-receipt-counts-once/at-once',
    features: everyFeature,
    fullSteps: () => {
      const tokens = new Map<string, Set<unknown>>();
      return {
        async request(message) {
          const receipt = String(fieldsOf(message)?.webReceipt);
          tokens.set(receipt, new Set([...(tokens.get(receipt) ?? []), headerOf(message, 'authorization')]));
          await new Promise((resolve) => setTimeout(resolve, 10));
          setTimeout(() => tokens.delete(receipt), 10);
        },
        lifecycle: {
          repeats: (invoice, text) => (tokens.get(text)?.size ?? 0) < 2 && lifecycle.repeats(invoice, text),
          unfit: (invoice, text, receipt, memory) =>
            lifecycle.unfit(invoice, (tokens.get(text)?.size ?? 0) < 2 ? text : '', receipt, memory),
        },
      };
    },
  },
  'repeat-counted': {
    title: 'A repeated receipt counts again',
    breaks: 'submit-receipt-counts-once',
    fullSteps: {
      lifecycle: {
        repeats: () => false,
        unfit: (invoice, _text, receipt, memory) => lifecycle.unfit(invoice, '', receipt, memory),
      },
    },
  },
  'space-makes-another-receipt': {
    title: 'White space after a receipt makes it a different one',
    breaks: 'submit-receipt-counts-once/white-space',
    features: ['lifecycle'],
    fullSteps: onRequest((message, memory) => {
      const text = String(fieldsOf(message)?.webReceipt);
      const issued = memory.receipts.get(text.trim());
      if (issued) memory.receipts.set(text, issued);
    }),
  },
  'repeat-refused': {
    title: 'A repeated receipt is refused',
    breaks: 'lifecycle-repeated-receipt',
    features: everyFeature,
    fullSteps: inLifecycle('repeats', () => false),
  },
  'receipt-counts-once-a-token': {
    title: 'A receipt counts again where another token of the account submits it',
    breaks: 'lifecycle-repeated-receipt/any-token',
    fullSteps: () => {
      const by = new Map<string, string | undefined>();
      return onRequest((message, { invoices, used }) => {
        if (actionOf(message) !== 'submit') return;
        const { invoiceId, webReceipt } = fieldsOf(message) ?? {};
        const token = headerOf(message, 'authorization');
        const text = String(webReceipt);
        if (by.has(text) && by.get(text) !== token && invoices.get(String(invoiceId))?.counted.delete(text)) used.delete(text);
        by.set(text, token);
      });
    },
  },
  ...sharing({ breaks: 'lifecycle-repeated-receipt/each' })({
    'earlier-receipt-not-repeated': {
      title: 'Only the last receipt may be repeated',
      features: ['lifecycle'],
      fullSteps: inLifecycle('repeats', (invoice, text) => [...invoice.counted].at(-1) === text),
    },
    'repeated-four-times': {
      title: 'A receipt of a paid invoice is refused from the fifth time on',
      features: everyFeature,
      fullSteps: () => {
        const counts = new Map<unknown, number>();
        return respondWith({ status: 409, body: { code: 'invoice_already_paid' } }, (reply, message) => {
          if (actionOf(message) !== 'submit' || !isInvoice(reply)) return false;
          const receipt = fieldsOf(message)?.webReceipt;
          counts.set(receipt, (counts.get(receipt) ?? 0) + 1);
          return (counts.get(receipt) ?? 0) > 4 && (reply.body as Fields).status === 'PAID';
        });
      },
    },
    'failed-receipt-lost-at-restart': {
      title: 'After a restart the receipt that made an invoice FAILED is not recognised as repeated',
      fullSteps: atRestart(({ counted, shown }) => shown.status === 'FAILED' && counted.clear()),
    },
    'expired-receipt-lost-at-restart': {
      title: 'After a restart a receipt of an expired invoice is not recognised as repeated',
      fullSteps: atRestart(({ counted, shown }) => shown.status === 'EXPIRED' && counted.clear()),
    },
    'counted-lost-at-restart': {
      title: 'After a restart a counted receipt is not recognised as repeated',
      fullSteps: atRestart(({ counted }) => counted.clear()),
    },
  }),
  'repeat-waits-for-verifier': {
    title: 'A repeated receipt is refused with 503 while the verifier is unavailable',
    breaks: 'lifecycle-repeated-receipt/without-verifier',
    features: ['lifecycle'],
    fullSteps: respondWith(
      { status: 503, body: { code: 'receipt_verifier_unavailable' } },
      (reply, message, { down }) => isInvoice(reply) && actionOf(message) === 'submit' && down.has('verifier'),
    ),
  },
  'earlier-repeat-waits-for-verifier': {
    title: 'A repeated receipt that is not the last one is refused with 503 while the verifier is unavailable',
    breaks: 'lifecycle-repeated-receipt/without-verifier',
    features: ['lifecycle'],
    fullSteps: respondWith({ status: 503, body: { code: 'receipt_verifier_unavailable' } }, (reply, message, memory) => {
      const { invoiceId, webReceipt } = fieldsOf(message) ?? {};
      const counted = [...(memory.invoices.get(String(invoiceId))?.counted ?? [])];
      return isInvoice(reply) && actionOf(message) === 'submit' && memory.down.has('verifier') && counted.at(-1) !== webReceipt;
    }),
  },
  'signed-again-counts': {
    title: 'A payment counts again if its receipt is signed again',
    breaks: 'submit-receipt-counts-once/signed-again',
    features: ['lifecycle'],
    fullSteps: inLifecycle('paymentOf', (text) => text),
  },
  'only-ten-receipts-known': {
    title: 'Only the last ten receipts of an invoice are recognised as repeated',
    breaks: 'lifecycle-repeated-receipt',
    features: everyFeature,
    fullSteps: inLifecycle('repeats', ({ counted }, text) => [...counted].slice(-10).includes(text)),
  },
  'paid-repeated-by-its-token-only': {
    title: 'A receipt of a paid invoice is recognised as repeated only for the token that first submitted it',
    breaks: 'lifecycle-repeated-receipt/any-token',
    features: everyFeature,
    fullSteps: () => {
      const tokens = new Map<unknown, string | undefined>();
      return respondWith({ status: 409, body: { code: 'invoice_already_paid' } }, (reply, message) => {
        if (actionOf(message) !== 'submit' || !isInvoice(reply)) return false;
        const receipt = fieldsOf(message)?.webReceipt;
        const token = headerOf(message, 'authorization');
        if (!tokens.has(receipt)) tokens.set(receipt, token);
        return tokens.get(receipt) !== token && (reply.body as Fields).status === 'PAID';
      });
    },
  },
  'signed-again-known-as-the-last': {
    title: 'A payment counts again if its receipt is signed again after another one',
    breaks: 'submit-receipt-counts-once/signed-again',
    features: ['lifecycle'],
    fullSteps: inLifecycle('paymentOf', (text, memory) => {
      const first = lifecycle.paymentOf(text, memory);
      const counted = [...(memory.used.get(first)?.counted ?? [])];
      return counted.at(-1) === first ? first : text;
    }),
  },
  'signed-again-counted-at-once': {
    title: 'A payment counts twice if its receipt and a newly signed one come at the same time',
    breaks: 'submit-receipt-counts-once/at-once',
    features: ['lifecycle'],
    fullSteps: () => {
      const under = new Map<string, Set<string>>();
      return {
        async request(message, memory) {
          const text = String(fieldsOf(message)?.webReceipt);
          const payment = lifecycle.paymentOf(text, memory);
          under.set(payment, new Set([...(under.get(payment) ?? []), text]));
          await new Promise((resolve) => setTimeout(resolve, 10));
          setTimeout(() => under.delete(payment), 10);
        },
        lifecycle: {
          paymentOf(text, memory) {
            const payment = lifecycle.paymentOf(text, memory);
            return (under.get(payment)?.size ?? 0) > 1 ? text : payment;
          },
        },
      };
    },
  },
});
