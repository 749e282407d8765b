import { ProblemError } from '@payment-invoice/stubs';
import type { Context } from 'koa';
import type { Invoice } from '../../engine/invoice.ts';
import type { Refusal } from '../../engine/lifecycle.ts';
import { submit } from '../../handlers/submit-receipt.ts';
import { isOpen } from './page-model.ts';
import { findInvoice, type PageServices } from './page-services.ts';
import { readForm } from './read-form.ts';
import { longestReceipt, renderReceiptForm } from './render-receipt-form.ts';
import { tokenFor } from './show-invoice.ts';

type Reason = Refusal | 'rate_limited';

/** Sentences that tell a payer why a receipt was not taken. For the other reasons the page of the invoice says it better. */
const refusalWords: Readonly<Partial<Record<Reason, string>>> = {
  receipt_already_used: 'This receipt counts for another payment already. Paste the receipt of this one.',
  receipt_invalid: 'This is no web receipt that can be read. Paste all of it, exactly as it was given to you.',
  receipt_mismatch: 'This receipt is of another payment: it does not carry this recipient and this note.',
  receipt_not_final: 'The payment is still pending. Come back with its receipt when it is complete.',
  receipt_payment_failed: 'This receipt says that the payment failed. What was paid before still counts; pay what is missing.',
  receipt_verifier_unavailable: 'The receipt cannot be checked at the moment. Nothing was changed; submit it again in a minute.',
  rate_limited: 'That was too often. Nothing was changed; submit it again in a minute.',
};

/** The statuses of reasons other than the receipt itself, which is a 422. */
const status: Readonly<Partial<Record<Reason, number>>> = { receipt_verifier_unavailable: 503, rate_limited: 429 };

/** Shows the form for a receipt, or leads to the invoice when none can be handed in. */
export async function askForReceipt(ctx: Context, services: PageServices, id: string): Promise<void> {
  const found = await findInvoice(ctx, services, id);
  if (!found) return;
  if (found.page.isWhiteLabel || !isOpen(found.page)) return seeOther(ctx, found.page.path);
  ctx.body = renderReceiptForm(found.page, tokenFor(ctx, services, found.page.path));
}

/** Takes a receipt from the form; it goes the way of one that is submitted through the API. */
export async function takeReceipt(ctx: Context, services: PageServices, id: string): Promise<void> {
  const found = await findInvoice(ctx, services, id);
  if (!found) return;
  const { invoice, page } = found;
  const form = await readForm(ctx, services, page);
  if (!form) return;
  // The merchant of a white-labelled invoice collects receipts without us.
  if (page.isWhiteLabel) return seeOther(ctx, page.path);
  // What a clipboard adds at the ends is no part of it.
  const webReceipt = (form.webReceipt ?? '').trim();
  const refused = await tryReceipt(ctx, services, invoice, webReceipt);
  if (refused === undefined) return seeOther(ctx, page.path);
  const why = refusalWords[refused];
  if (why === undefined) return seeOther(ctx, `${page.path}?after=late`);
  ctx.status = status[refused] ?? 422;
  ctx.body = renderReceiptForm(page, tokenFor(ctx, services, page.path), { why, webReceipt });
}

/** Submits a receipt. Returns why it was not taken; undefined when it was. */
async function tryReceipt(
  ctx: Context,
  services: PageServices,
  { id, accountId }: Invoice,
  webReceipt: string,
): Promise<Reason | undefined> {
  if (webReceipt === '' || webReceipt.length > longestReceipt) return 'receipt_invalid';
  try {
    // Not counted with those of the API: whoever has the link could spend the merchant's.
    await services.payers.admitReceipt(ctx.ip, id);
  } catch (error) {
    if (error instanceof ProblemError && error.code === 'rate_limited') return error.code;
    throw error;
  }
  const { decision } = await submit(services, accountId, id, webReceipt);
  return decision.kind === 'refused' ? decision.why : undefined;
}

/** Leads on after a form, so that loading the page again does not send it again. */
export function seeOther(ctx: Context, path: string): void {
  ctx.redirect(path);
  ctx.status = 303;
}
