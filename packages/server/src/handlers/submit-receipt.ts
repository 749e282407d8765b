import { hash } from 'node:crypto';
import type { Handler } from '@payment-invoice/stubs';
import { type Decision, decideReceipt, decideUnverified } from '../engine/decide-receipt.ts';
import { describeInvoice } from '../engine/describe-invoice.ts';
import type { Invoice } from '../engine/invoice.ts';
import type { Verdict } from '../engine/receipt.ts';
import { verifyInTime } from '../receipts/verify-in-time.ts';
import type { Principal } from '../tokens/authenticate.ts';
import { invoiceNotFound } from './invoice-not-found.ts';
import { refuseReceipt } from './refuse-receipt.ts';
import type { Services } from './services.ts';

/** Counts a receipt towards an invoice. */
export function submitReceipt(services: Services): Handler<'submitReceipt', Principal> {
  return async ({ body, principal }) => {
    await services.guard.admitForInvoice('submitReceipt', principal.accountId, body.invoiceId);
    const { invoice, decision } = await submit(services, principal.accountId, body.invoiceId, body.webReceipt);
    if (decision.kind === 'refused') throw refuseReceipt(decision.why);
    return { status: 200, body: describeInvoice(invoice, services.baseUrl()) };
  };
}

/** Decides on a receipt and does what was decided; also for receipts that do not come through the API. @throws ProblemError invoice_not_found */
export async function submit(
  { store, verifier, verifierTime, now }: Services,
  accountId: string,
  invoiceId: string,
  webReceipt: string,
): Promise<{ invoice: Invoice; decision: Decision }> {
  const textHash = hash('sha256', webReceipt, 'buffer');
  const facts = await store.readReceiptFacts(accountId, invoiceId, { hash: textHash, receiptId: undefined }, now());
  if (!facts) throw invoiceNotFound();
  const early = decideUnverified(facts);
  if (early) return { invoice: facts.invoice, decision: early };

  // Outside of any transaction: a verifier may be far away, and the invoice may change meanwhile.
  const verdict: Verdict = await verifyInTime(verifier, webReceipt, { now: now(), time: verifierTime });
  const receipt = typeof verdict === 'string' ? undefined : verdict;
  const key = { hash: textHash, receiptId: receipt?.receiptId };
  const applied = await store.applyReceipt(accountId, invoiceId, key, receipt, now(), (again) => decideReceipt(again, verdict));
  if (!applied) throw invoiceNotFound();
  return applied;
}
