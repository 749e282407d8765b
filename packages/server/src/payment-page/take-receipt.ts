import { submit } from '@payment-invoice/kit/invoices';
import type { Invoice, Refusal } from '@payment-invoice/kit/lifecycle';
import { html } from '@payment-invoice/kit/pages';
import { ProblemError } from '@payment-invoice/stubs';
import type { Context } from 'koa';
import { readForm } from './form-guard.ts';
import { isOpen, type PageModel } from './page-model.ts';
import { findInvoice, type PageServices } from './page-services.ts';
import { frameOf, renderDocument } from './render-document.ts';
import { tokenFor } from './show-invoice.ts';
import { renderWho } from './status-words.ts';
import type { ReceiptRefusal } from './words/page-words.ts';
import { moneyText } from './write-values.ts';

/** The maximum number of characters of a receipt (D-16). */
const longestReceipt = 8192;

/**
 * Renders the page with a form for the web receipt, for payers who have paid in an app. The form has its own page because,
 * without scripts, the invoice's page reloads and would discard what the payer has typed.
 */
function renderReceiptForm(page: PageModel, formToken: string, refused?: { why: string; webReceipt: string }): string {
  const { form } = page.words;
  const main = html`<main id="main" class="narrow">
<section class="card">
<h1 id="headline" tabindex="-1">${form.title}</h1>
<p>${form.paste(renderWho(page), moneyText(page.missing, page))}</p>
<form method="post" action="${page.path}/receipt">
<input type="hidden" name="token" value="${formToken}">
<label for="web-receipt">${form.label}</label>
<textarea id="web-receipt" name="webReceipt" rows="6" required maxlength="${longestReceipt}" spellcheck="false" autocomplete="off" autocapitalize="off"${refused ? html` aria-invalid="true" aria-describedby="why"` : undefined}>${
    refused
      ? html`
${refused.webReceipt}`
      : undefined
  }</textarea>
${refused && html`<p id="why" class="error" role="alert">${refused.why}</p>`}
<p class="row"><button class="button primary">${form.submit}</button> <a class="button" href="${page.path}">${form.back}</a></p>
</form>
</section>
</main>`;
  return renderDocument({ title: refused ? form.refusedTitle : form.title, ...frameOf(page) }, main);
}

type Reason = Refusal | 'rate_limited';

/** The HTTP statuses of refusals whose cause is not the receipt. All other refusals get 422. */
const status: Readonly<Partial<Record<Reason, number>>> = { receipt_verifier_unavailable: 503, rate_limited: 429 };

/** Shows the form for a receipt. If the invoice cannot accept one, redirects to the invoice's page. */
export async function askForReceipt(ctx: Context, services: PageServices, id: string): Promise<void> {
  const found = await findInvoice(ctx, services, id);
  if (!found) return;
  if (found.page.isWhiteLabel || !isOpen(found.page)) return seeOther(ctx, found.page.path);
  ctx.body = renderReceiptForm(found.page, tokenFor(ctx, services, found.page.path));
}

/** Submits the receipt from the form as if it came through the API. */
export async function takeReceipt(ctx: Context, services: PageServices, id: string): Promise<void> {
  const found = await findInvoice(ctx, services, id);
  if (!found) return;
  const { invoice, page } = found;
  const form = await readForm(ctx, services, page);
  if (!form) return;
  // For a white-labelled invoice, the merchant collects the receipts.
  if (page.isWhiteLabel) return seeOther(ctx, page.path);
  // Copying may have added white space at the beginning or the end.
  const webReceipt = (form.webReceipt ?? '').trim();
  const refused = await tryReceipt(ctx, services, invoice, webReceipt);
  if (refused === undefined) return seeOther(ctx, page.path);
  const { refusals } = page.words.form;
  // Any other reason is explained by the invoice's page.
  const why = Object.hasOwn(refusals, refused) ? refusals[refused as ReceiptRefusal] : undefined;
  if (why === undefined) return seeOther(ctx, `${page.path}?after=late`);
  ctx.status = status[refused] ?? 422;
  ctx.body = renderReceiptForm(page, tokenFor(ctx, services, page.path), { why, webReceipt });
}

/** Submits a receipt. Returns the reason why it was refused, or undefined if it was accepted. */
async function tryReceipt(
  ctx: Context,
  services: PageServices,
  { id, accountId }: Invoice,
  webReceipt: string,
): Promise<Reason | undefined> {
  if (webReceipt === '' || webReceipt.length > longestReceipt) return 'receipt_invalid';
  try {
    // Receipts from payers do not count towards the account's rate limit. Otherwise, anyone with the link could exhaust it.
    await services.payers.admitReceipt(ctx.ip, id);
  } catch (error) {
    if (error instanceof ProblemError && error.code === 'rate_limited') return error.code;
    throw error;
  }
  const { decision } = await submit(services, accountId, id, webReceipt);
  return decision.kind === 'refused' ? decision.why : undefined;
}

/** Redirects after a form was sent, so that reloading the page does not send the form again. */
export function seeOther(ctx: Context, path: string): void {
  ctx.redirect(path);
  ctx.status = 303;
}
