import { callbacks, tell } from '../../servers/full/callbacks.ts';
import { everyFeature } from '../../servers/full/every-feature.ts';
import { lifecycle } from '../../servers/full/lifecycle.ts';
import type { Invoice, Memory } from '../../servers/full/memory.ts';
import { actionOf, type Fields, fieldsOf, headerOf, isInvoice, setHeader } from '../../servers/full/message.ts';
import type { FullChanges } from '../../servers/full/start-full-server.ts';
import { full } from '../../servers/full/steps.ts';
import { afterCount } from '../changes/change-lifecycle.ts';
import { respondInstead } from '../changes/change-response.ts';
import { inLifecycle, onReply, onRequest } from '../changes/change-step.ts';
import { bearerOf, invoiceOf } from '../changes/find-in-memory.ts';
import { type FaultTable, sharing } from '../fault.ts';

/** Forgets part of each invoice about a day after its expiry time, whatever its status. */
const forgetAfterADay = (forget: (invoice: Invoice, memory: Memory) => void): FullChanges =>
  onRequest((_message, memory) => {
    for (const invoice of memory.invoices.values()) if (memory.now() > invoice.endsAt + 80_000_000) forget(invoice, memory);
  });

/** Servers whose payments work until two features or circumstances come together. */
export const togetherPayments: FaultTable = sharing({ features: everyFeature })({
  'tag-with-its-case': {
    title: 'A receipt whose tag is written in another case is refused',
    breaks: 'lifecycle-full-payment',
    fullSteps: inLifecycle('unfit', (invoice, text, receipt, memory) =>
      (receipt?.cashTag ?? invoice.shown.cashTag) === invoice.shown.cashTag
        ? lifecycle.unfit(invoice, text, receipt, memory)
        : 'receipt_mismatch',
    ),
  },
  'unknown-invoice-unlimited': {
    title: 'The limit for one invoice applies to existing invoices of any account',
    breaks: 'submit-foreign-is-unknown',
    fullSteps: onRequest((message, { counted, invoices }) => {
      const id = String(fieldsOf(message)?.invoiceId);
      if (!invoices.has(id)) for (const name of ['merchant', 'other-merchant']) counted.delete(`${name} submitReceipt for ${id}`);
    }),
  },
  'foreign-invoice-told-by-outage': {
    title: "While the verifier is away, a receipt for another account's invoice gets 503",
    breaks: 'submit-foreign-is-unknown',
    fullSteps: respondInstead(
      'invoice_not_found',
      'receipt_verifier_unavailable',
      503,
      (_reply, message, { down, invoices }) =>
        actionOf(message) === 'submit' && down.has('verifier') && invoices.has(String(fieldsOf(message)?.invoiceId)),
    ),
  },
  'signed-again-told': {
    title: 'A counted payment whose receipt is signed again sends an event',
    breaks: 'callback-not-otherwise/repeated',
    fullSteps: onReply((reply, message, memory) => {
      const invoice = isInvoice(reply) && memory.invoices.get((reply.body as { id: string }).id);
      const receipt = memory.receipts.get(String(fieldsOf(message)?.webReceipt));
      if (invoice && receipt?.first !== undefined) tell(callbacks, invoice, memory);
    }),
  },
  'used-elsewhere-by-bytes': {
    title: 'A payment that another invoice has counted is a mismatch instead of used if its receipt is signed again',
    breaks: 'lifecycle-used-receipt',
    fullSteps: respondInstead(
      'receipt_already_used',
      'receipt_mismatch',
      422,
      (_reply, message, { receipts }) => receipts.get(String(fieldsOf(message)?.webReceipt))?.first !== undefined,
    ),
  },
  'tag-unchecked-of-other-account': {
    title: "Another account's invoices accept receipts of any tag",
    breaks: 'lifecycle-mismatched-receipt',
    fullSteps: inLifecycle('unfit', (invoice, text, receipt, memory) =>
      lifecycle.unfit(
        invoice,
        text,
        receipt && invoice.account.name === 'other-merchant' ? { ...receipt, cashTag: String(invoice.shown.cashTag) } : receipt,
        memory,
      ),
    ),
  },
  'currency-unchecked-after-key': {
    title: 'An invoice that was created with a key accepts receipts in any currency',
    breaks: 'lifecycle-mismatched-receipt',
    fullSteps: () => {
      const keyed = new Set<unknown>();
      return {
        reply({ body }, message) {
          if (actionOf(message) === 'create' && headerOf(message, 'idempotency-key')) keyed.add((body as Fields).id);
        },
        lifecycle: {
          unfit(invoice, text, receipt, memory) {
            const { currency: _any, ...rest } = receipt ?? { receiptId: '', note: '', cents: 0, outcome: '' };
            return lifecycle.unfit(invoice, text, receipt && keyed.has(invoice.shown.id) ? rest : receipt, memory);
          },
        },
      };
    },
  },
  'sum-up-to-the-most': {
    title: 'A sum above the greatest amount is shown as the greatest amount',
    breaks: 'invoice-paid-amount-sum',
    fullSteps: afterCount((shown) => {
      if (shown.paidAmount !== null) shown.paidAmount = Math.min(shown.paidAmount, 999_999.99);
    }),
  },
  'test-token-submits-for-live': {
    title: 'A test token may submit for live invoices',
    breaks: 'test-tokens-apart/test-sees-no-live',
    fullSteps: onRequest((message, memory) => {
      const invoice = invoiceOf(message, memory);
      if (actionOf(message) !== 'submit' || invoice?.account.name !== 'live-merchant') return;
      const live = [...memory.tokens].find(([, { account }]) => account === invoice.account);
      if (live) setHeader(message, 'authorization', `Bearer ${live[0]}`);
    }),
  },
  'final-seen-by-live': {
    title: 'A live token sees test invoices that are final',
    breaks: 'test-tokens-apart',
    fullSteps: {
      find(id, account, memory) {
        const invoice = memory.invoices.get(id);
        const isFinal = ['PAID', 'FAILED', 'EXPIRED'].includes(invoice?.shown.status ?? '');
        return account.name === 'live-merchant' && isFinal ? invoice : full.find(id, account, memory);
      },
    },
  },
  'one-fetch-in-twenty-is-old': {
    title: 'One fetch in twenty shows an invoice as it was created',
    breaks: 'lifecycle-paid-is-final',
    fullSteps: () => {
      let fetched = 0;
      return onReply((reply, message) => {
        if (actionOf(message) === 'fetch' && isInvoice(reply) && ++fetched % 20 === 0)
          reply.body = { ...(reply.body as Fields), status: 'PENDING', paidAmount: null, receiptId: null };
      });
    },
  },
  'sum-hidden-from-readers': {
    title: 'A token that may only fetch sees no paidAmount',
    breaks: 'invoice-paid-amount-never-falls',
    fullSteps: onReply((reply, message, { tokens }) => {
      const token = tokens.get(bearerOf(message));
      if (token?.scopes.length === 1 && actionOf(message) === 'fetch' && isInvoice(reply))
        reply.body = { ...(reply.body as Fields), paidAmount: null };
    }),
  },
  'tag-with-a-digit-with-its-case': {
    title: 'A receipt whose tag has a digit, and is written in another case, is refused',
    breaks: 'lifecycle-full-payment',
    fullSteps: inLifecycle('unfit', (invoice, text, receipt, memory) => {
      const [stated, own] = [receipt?.cashTag ?? '', String(invoice.shown.cashTag)].map((tag) => tag.replace('$', ''));
      return /\d/.test(stated ?? '') && stated !== own ? 'receipt_mismatch' : lifecycle.unfit(invoice, text, receipt, memory);
    }),
  },
  'last-five-summed': {
    title: 'paidAmount is the sum of the last five receipts',
    breaks: 'invoice-paid-amount-never-falls/grows',
    fullSteps: () => {
      const parts = new WeakMap<object, number[]>();
      return afterCount((shown, invoice, _before, { cents, outcome }) => {
        if (outcome === 'failed') return;
        const all = [...(parts.get(invoice) ?? []), cents];
        parts.set(invoice, all);
        if (all.length > 5) shown.paidAmount = all.slice(-5).reduce((sum, one) => sum + one, 0) / 100;
      });
    },
  },
  'mismatch-used-the-second-time': {
    title: 'A receipt of another invoice counts as used when it is refused again',
    breaks: 'lifecycle-mismatched-receipt',
    fullSteps: () => {
      const refused = new Set<string>();
      return inLifecycle('unfit', (invoice, text, receipt, memory) => {
        const code = lifecycle.unfit(invoice, text, receipt, memory);
        if (code !== 'receipt_mismatch' || !refused.has(text)) {
          if (code === 'receipt_mismatch') refused.add(text);
          return code;
        }
        return 'receipt_already_used';
      });
    },
  },
  'further-part-paid-before': {
    title: 'A further receipt is refused if it was paid even just before the invoice was created',
    breaks: 'lifecycle-full-payment',
    fullSteps: inLifecycle('unfit', (invoice, text, receipt, memory) =>
      invoice.shown.status === 'UNDER_PAID' && Number(receipt?.paidAt) < Date.parse(String(invoice.shown.createdAt))
        ? 'receipt_mismatch'
        : lifecycle.unfit(invoice, text, receipt, memory),
    ),
  },
  'counted-known-for-a-day': {
    title: 'An invoice forgets a counted receipt after a day',
    breaks: 'lifecycle-repeated-receipt/each',
    fullSteps: forgetAfterADay((invoice) => invoice.counted.clear()),
  },
  'used-known-for-a-day': {
    title: 'Other invoices forget a counted receipt after a day',
    breaks: 'lifecycle-used-receipt',
    fullSteps: forgetAfterADay((invoice, { used }) => {
      for (const text of invoice.counted) used.delete(text);
    }),
  },
  'other-accounts-expired-invoices-unknown': {
    title: 'Invoices of all accounts but the first are unknown once they have expired',
    breaks: 'fetch-answers-invoice',
    fullSteps: {
      find(id, account, memory) {
        const found = full.find(id, account, memory);
        return account.name === 'other-merchant' && found?.shown.status === 'EXPIRED' ? undefined : found;
      },
    },
  },
});
