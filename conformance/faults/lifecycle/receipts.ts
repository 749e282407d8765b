import { everyFeature } from '../../servers/full/every-feature.ts';
import { type Lifecycle, lifecycle } from '../../servers/full/lifecycle.ts';
import type { Invoice } from '../../servers/full/memory.ts';
import { actionOf, type Fields, fieldsOf } from '../../servers/full/message.ts';
import type { FullChanges } from '../../servers/full/start-full-server.ts';
import { editBody, refuseField } from '../changes/change-request.ts';
import { respondInstead } from '../changes/change-response.ts';
import { inLifecycle, onReply, onRequest } from '../changes/change-step.ts';
import { type FaultTable, sharing } from '../fault.ts';

/** Replaces the code of refusals for which `isMeant` returns true, or accepts the receipt if `instead` is undefined. */
function otherwise(
  code: string,
  instead: ReturnType<Lifecycle['unfit']>,
  isMeant: (...submit: Parameters<Lifecycle['unfit']>) => boolean = () => true,
): FullChanges {
  return inLifecycle('unfit', (...submit) => {
    const found = lifecycle.unfit(...submit);
    return found === code && isMeant(...submit) ? instead : found;
  });
}

/** Accepts a receipt that has already been counted, if the invoice on which it was counted now has this status. */
const takesUsed = (status: string, code = 'receipt_already_used'): FullChanges =>
  otherwise(code, undefined, (_invoice, text, _receipt, { used }) => used.get(text)?.shown.status === status);

/** Servers that count a receipt twice or on the wrong invoice, or refuse it for the wrong reason. */
export const lifecycleReceipts: FaultTable = sharing({ features: ['lifecycle', 'problem-details'] })({
  'used-receipt-taken': {
    title: 'A receipt that was counted on another invoice counts here too',
    breaks: 'lifecycle-used-receipt',
    fullSteps: inLifecycle('unfit', (_invoice, _text, receipt) => (receipt === undefined ? 'receipt_invalid' : undefined)),
  },
  'used-receipt-mismatched': {
    title: "A receipt that was counted elsewhere is reported as another invoice's",
    breaks: 'lifecycle-used-receipt',
    fullSteps: otherwise('receipt_already_used', 'receipt_mismatch'),
  },
  'used-by-failed-taken': {
    title: 'A receipt that made another invoice FAILED is accepted',
    breaks: 'lifecycle-used-receipt/whatever-became',
    fullSteps: takesUsed('FAILED'),
  },
  'used-by-expired-taken': {
    title: 'A receipt that was counted on an invoice that is EXPIRED is accepted',
    breaks: 'lifecycle-used-receipt/whatever-became',
    fullSteps: takesUsed('EXPIRED'),
  },
  'used-by-failed-of-another-account': {
    title: "A receipt that made another account's invoice FAILED is accepted",
    breaks: 'lifecycle-other-accounts-receipt/whatever-became',
    fullSteps: takesUsed('FAILED', 'receipt_mismatch'),
  },
  'used-by-expired-of-another-account': {
    title: "A receipt that was counted on another account's invoice that is EXPIRED is accepted",
    breaks: 'lifecycle-other-accounts-receipt/whatever-became',
    fullSteps: takesUsed('EXPIRED', 'receipt_mismatch'),
  },
  'foreign-receipt-told': {
    title: "A receipt counted on another account's invoice is reported as used",
    breaks: 'lifecycle-other-accounts-receipt',
    fullSteps: inLifecycle('unfit', (invoice, text, receipt, memory) =>
      memory.used.has(text) ? 'receipt_already_used' : lifecycle.unfit(invoice, text, receipt, memory),
    ),
  },
  'foreign-part-told': {
    title: "detail reveals that another account's receipt was counted on a part-paid invoice",
    breaks: 'lifecycle-other-accounts-receipt/tells-nothing',
    fullSteps: onReply(({ body }, message, { used }) => {
      const problem = (body ?? {}) as Fields;
      const isPart = used.get(String(fieldsOf(message)?.webReceipt))?.shown.status === 'UNDER_PAID';
      if (problem.code === 'receipt_mismatch' && isPart) problem.detail = 'The receipt was used before.';
    }),
  },
  'foreign-use-told': {
    title: "detail reveals that another account's receipt was counted",
    breaks: 'lifecycle-other-accounts-receipt/tells-nothing',
    fullSteps: onReply(({ body }, message, { used }) => {
      const problem = (body ?? {}) as Fields;
      if (problem.code === 'receipt_mismatch' && used.has(String(fieldsOf(message)?.webReceipt)))
        problem.detail = 'The receipt was used before.';
    }),
  },
  'mismatched-receipt-taken': {
    title: "Another invoice's receipt is accepted",
    breaks: 'lifecycle-mismatched-receipt',
    fullSteps: otherwise('receipt_mismatch', undefined),
  },
  'mismatched-told-invalid': {
    title: "Another invoice's receipt is reported as invalid",
    breaks: 'lifecycle-mismatched-receipt',
    fullSteps: otherwise('receipt_mismatch', 'receipt_invalid'),
  },
  'refused-receipt-used-up': {
    title: 'A receipt that an invoice refused is used up',
    breaks: 'lifecycle-mismatched-receipt/unspent',
    features: ['lifecycle'],
    fullSteps: inLifecycle('unfit', (invoice, text, receipt, memory) => {
      const code = lifecycle.unfit(invoice, text, receipt, memory);
      if (code === 'receipt_mismatch' && !memory.used.has(text)) memory.used.set(text, invoice);
      return code === undefined && memory.used.has(text) ? 'receipt_mismatch' : code;
    }),
  },
  'failed-of-another-taken': {
    title: "Another invoice's receipt of a failed payment makes this one FAILED",
    breaks: 'lifecycle-mismatched-receipt/note',
    fullSteps: otherwise('receipt_mismatch', undefined, (_invoice, _text, receipt) => receipt?.outcome === 'failed'),
  },
  'invalid-told-mismatched': {
    title: "A receipt that nobody issued is reported as another invoice's",
    breaks: 'lifecycle-invalid-receipt',
    fullSteps: otherwise('receipt_invalid', 'receipt_mismatch'),
  },
  ...sharing({ breaks: 'lifecycle-invalid-receipt/unsigned' })({
    'altered-told-mismatched': {
      title: 'A receipt that was altered is read, and told to be of another invoice',
      fullSteps: otherwise('receipt_invalid', 'receipt_mismatch', (_invoice, text) => /^receipt-[\da-f]/.test(text)),
    },
    'signature-not-read': {
      title: 'The second half of a receipt is ignored',
      features: ['lifecycle'],
      fullSteps: editBody((fields, _message, memory) => {
        const beginning = String(fields.webReceipt).slice(0, 24);
        if (beginning.startsWith('receipt-'))
          fields.webReceipt = [...memory.receipts.keys()].find((one) => one.startsWith(beginning)) ?? fields.webReceipt;
      }),
    },
    'receipt-first-word': {
      title: 'Text after a receipt and a space is ignored',
      features: ['lifecycle'],
      fullSteps: editBody((fields) => {
        if (typeof fields.webReceipt === 'string') fields.webReceipt = fields.webReceipt.replace(/^(\S+) x$/, '$1');
      }),
    },
    'last-character-free': {
      title: 'The last character of a receipt is ignored',
      fullSteps: editBody((fields, _message, { receipts }) => {
        const { webReceipt: given } = fields;
        if (typeof given !== 'string' || receipts.has(given)) return;
        fields.webReceipt = [...receipts.keys()].find((text) => text.slice(0, -1) === given.slice(0, -1)) ?? given;
      }),
    },
  }),
  'junk-ends-invoice': {
    title: 'A receipt that nobody issued makes the invoice FAILED',
    breaks: 'lifecycle-invalid-receipt',
    fullSteps: inLifecycle('unfit', (invoice, ...rest) => {
      const code = lifecycle.unfit(invoice, ...rest);
      if (code === 'receipt_invalid') invoice.shown.status = 'FAILED';
      return code;
    }),
  },
  'junk-ends-invoice-in-the-end': {
    title: 'The third receipt that nobody issued makes the invoice FAILED',
    breaks: 'lifecycle-invalid-receipt/unreadable',
    fullSteps: () => {
      const refused: Invoice[] = [];
      return inLifecycle('unfit', (invoice, ...rest) => {
        const code = lifecycle.unfit(invoice, ...rest);
        if (code === 'receipt_invalid') refused.push(invoice);
        if (refused.filter((one) => one === invoice).length === 3) invoice.shown.status = 'FAILED';
        return code;
      });
    },
  },
  'verifier-away-500': {
    title: 'An unreachable verifier causes a 500',
    breaks: 'lifecycle-verifier-away',
    features: everyFeature,
    fullSteps: respondInstead('receipt_verifier_unavailable', 'internal_error', 500),
  },
  'outage-not-over': {
    title: 'A receipt that was refused during an outage is refused after it too',
    breaks: 'lifecycle-verifier-away/taken-after',
    fullSteps: () => {
      const refused = new Set<string>();
      return {
        lifecycle: {
          unfit: (invoice, text, receipt, memory) =>
            refused.has(text) ? 'receipt_invalid' : lifecycle.unfit(invoice, text, receipt, memory),
        },
        reply(reply, message) {
          const { webReceipt } = fieldsOf(message) ?? {};
          if (reply.status === 503) refused.add(String(webReceipt));
        },
      };
    },
  },
  'outage-goes-on-for-part-paid': {
    title: 'A part-paid invoice is refused with 503 once more after an outage of the verifier',
    breaks: 'lifecycle-verifier-away/taken-after',
    features: everyFeature,
    fullSteps: () => {
      const refused = new Set<string>();
      return onReply((reply, message, { down, invoices }) => {
        const { invoiceId } = fieldsOf(message) ?? {};
        const id = String(invoiceId);
        if (actionOf(message) !== 'submit') return;
        if (reply.status === 503) refused.add(id);
        else if (!down.has('verifier') && refused.delete(id) && (invoices.get(id)?.counted.size ?? 0) > 1)
          Object.assign(reply, { status: 503, body: { code: 'receipt_verifier_unavailable' } });
      });
    },
  },
  'part-paid-without-verifier': {
    title: 'A part-paid invoice accepts receipts while the verifier is unavailable',
    breaks: 'lifecycle-verifier-away',
    fullSteps: onRequest((message, { down, invoices }) => {
      const invoice = invoices.get(String(fieldsOf(message)?.invoiceId));
      if (actionOf(message) === 'submit' && invoice?.shown.status === 'UNDER_PAID') down.delete('verifier');
    }),
  },
  'blank-receipt-too-short': {
    title: 'A receipt of spaces counts as an empty one',
    breaks: 'lifecycle-invalid-receipt/unreadable',
    features: ['lifecycle', 'problem-details'],
    fullSteps: refuseField('webReceipt', (receipt) => receipt === ' '),
  },
  'currency-not-looked-at': {
    title: 'A receipt counts in any currency',
    breaks: 'lifecycle-mismatched-receipt/currency',
    fullSteps: otherwise('receipt_mismatch', undefined, (_invoice, _text, receipt) => receipt?.currency !== undefined),
  },
  'tag-of-ten-letters': {
    title: 'Only ten letters of the tag in a receipt are compared',
    breaks: 'lifecycle-mismatched-receipt/tag',
    fullSteps: otherwise('receipt_mismatch', undefined, ({ shown }, _text, receipt) =>
      String(receipt?.cashTag).startsWith(String(shown.cashTag).replace('$', '').slice(0, 10)),
    ),
  },
  'tag-of-failed-not-looked-at': {
    title: 'A failed payment for any tag makes the invoice FAILED',
    breaks: 'lifecycle-mismatched-receipt/tag',
    fullSteps: otherwise(
      'receipt_mismatch',
      undefined,
      (_invoice, _text, receipt) => receipt?.cashTag !== undefined && receipt.outcome === 'failed',
    ),
  },
  'tag-not-looked-at': {
    title: 'A receipt counts for any tag',
    breaks: 'lifecycle-mismatched-receipt/tag',
    fullSteps: otherwise('receipt_mismatch', undefined, (_invoice, _text, receipt) => receipt?.cashTag !== undefined),
  },
  'time-of-payment-not-looked-at': {
    title: 'A receipt that was paid five and a half minutes before its invoice counts',
    breaks: 'lifecycle-mismatched-receipt/paid-before',
    fullSteps: otherwise(
      'receipt_mismatch',
      undefined,
      ({ shown }, _text, receipt) => Number(receipt?.paidAt) > Date.parse(String(shown.createdAt)) - 330_000,
    ),
  },
  'zero-counted': {
    title: 'A receipt with an amount of zero counts',
    breaks: 'lifecycle-invalid-receipt/zero',
    fullSteps: otherwise('receipt_invalid', undefined, (_invoice, _text, receipt) => receipt?.cents === 0),
  },
  'failed-of-nothing-counted': {
    title: 'A failed payment of zero makes the invoice FAILED',
    breaks: 'lifecycle-invalid-receipt/zero',
    fullSteps: otherwise(
      'receipt_invalid',
      undefined,
      (_invoice, _text, receipt) => receipt?.cents === 0 && receipt.outcome === 'failed',
    ),
  },
});
