import { hash } from 'node:crypto';
import { type Handler, ProblemError } from '@payment-invoice/stubs';
import { type Decision, decideReceipt, decideUnverified } from '../lifecycle/decide-receipt.ts';
import { describeInvoice } from '../lifecycle/describe-invoice.ts';
import type { Invoice, Refusal } from '../lifecycle/invoice.ts';
import type { Verdict } from '../lifecycle/receipt.ts';
import { verifierTime, verifyInTime } from '../receipts/receipt-verifier.ts';
import type { Principal } from '../tokens/authenticate.ts';
import { invoiceNotFound, type Services } from './services.ts';

/** A sentence for the client about each reason to refuse a receipt. It reveals nothing about the receipt's content. */
const details: Readonly<Record<Refusal, string>> = {
  invoice_already_paid:
    'The invoice is PAID. If this receipt proves another payment, that is not recorded here: settle it with the payer.',
  invoice_failed: 'The invoice is FAILED and accepts no more receipts. Create a new invoice.',
  invoice_expired: 'The invoice is EXPIRED and accepts no more receipts. Look at paidAmount before you ask for the money again.',
  receipt_already_used: "The receipt counts towards another invoice. Submit the receipt of this invoice's payment.",
  receipt_invalid:
    'The receipt cannot be read, is not signed by a trusted issuer, or has an amount of zero. Submit it exactly as it was given.',
  receipt_mismatch:
    "The receipt names another tag, note or currency, or an earlier payment. Submit the receipt of this invoice's payment.",
  receipt_not_final: 'The receipt says that the payment is pending. Submit the receipt of the completed payment.',
  receipt_payment_failed:
    'The receipt says that the payment failed; what was paid before still counts. Pay the rest and submit that receipt.',
  receipt_verifier_unavailable: 'The receipt cannot be checked now; nothing was changed. Submit it again later.',
};

function refuseReceipt(why: Refusal): ProblemError {
  return new ProblemError(why, details[why], why === 'receipt_verifier_unavailable' ? { headers: { 'Retry-After': '5' } } : {});
}

/** Makes the handler that submits a receipt for an invoice. */
export function submitReceipt(services: Services): Handler<'submitReceipt', Principal> {
  return async ({ body, principal }) => {
    await services.guard.admitForInvoice('submitReceipt', principal.accountId, body.invoiceId);
    const { invoice, decision } = await submit(services, principal.accountId, body.invoiceId, body.webReceipt);
    if (decision.kind === 'refused') throw refuseReceipt(decision.why);
    return { status: 200, body: describeInvoice(invoice, services.baseUrl()) };
  };
}

/**
 * Decides whether a receipt counts towards an invoice, and stores the result. Receipts may also come from outside the API.
 * @throws ProblemError invoice_not_found
 */
export async function submit(
  { store, verifier, verifierTime: time = verifierTime, now }: Services,
  accountId: string,
  invoiceId: string,
  webReceipt: string,
): Promise<{ invoice: Invoice; decision: Decision }> {
  const textHash = hash('sha256', webReceipt, 'buffer');
  const facts = await store.readReceiptFacts(accountId, invoiceId, { hash: textHash, receiptId: undefined }, now());
  if (!facts) throw invoiceNotFound();
  const early = decideUnverified(facts);
  if (early) return { invoice: facts.invoice, decision: early };

  // A verifier may be slow, so it runs outside of any transaction, and the invoice is read again afterwards.
  const verdict: Verdict = await verifyInTime(verifier, webReceipt, { now: now(), time });
  const receipt = typeof verdict === 'string' ? undefined : verdict;
  const key = { hash: textHash, receiptId: receipt?.receiptId };
  const applied = await store.applyReceipt(accountId, invoiceId, key, receipt, now(), (again) => decideReceipt(again, verdict));
  if (!applied) throw invoiceNotFound();
  return applied;
}
