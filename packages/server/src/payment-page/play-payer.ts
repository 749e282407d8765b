import { submit } from '@payment-invoice/kit/invoices';
import type { Decision } from '@payment-invoice/kit/lifecycle';
import { html } from '@payment-invoice/kit/pages';
import type { Context } from 'koa';
import { playPayment, sandboxActions, sandboxAmount } from '../sandbox/play-payment.ts';
import type { SandboxIdentity } from '../sandbox/sandbox-identity.ts';
import { readForm } from './form-guard.ts';
import { isOpen, type PageModel } from './page-model.ts';
import { findInvoice, type PageServices } from './page-services.ts';
import { frameOf, renderDocument } from './render-document.ts';
import { copyButton } from './show-invoice.ts';
import { renderWho } from './status-words.ts';
import { seeOther } from './take-receipt.ts';
import type { NoticeName } from './words/page-words.ts';

/** Handles a button of the sandbox: makes the receipt of the simulated payment, and submits it, or shows it for copying. */
export async function playPayer(ctx: Context, services: PageServices, id: string, sandbox: SandboxIdentity): Promise<void> {
  const found = await findInvoice(ctx, services, id);
  if (!found) return;
  const { invoice, page } = found;
  const form = await readForm(ctx, services, page);
  if (!form) return;
  const action = sandboxActions.find(({ name }) => name === form.action);
  const amount = action && sandboxAmount(action.name, page.missing);
  // The form was not sent by one of our buttons, or the page was outdated.
  if (!action || amount === undefined || !isOpen(page)) return seeOther(ctx, `${page.path}?after=late`);
  const order = { amount, outcome: action.outcome };
  const webReceipt = await playPayment(invoice, order, sandbox, services.now(), services.randomBytes);
  if (page.isWhiteLabel) {
    ctx.body = renderReceiptCopy(page, webReceipt);
    return;
  }
  const { decision } = await submit(services, invoice.accountId, id, webReceipt);
  const notice = noticeOf(decision);
  seeOther(ctx, notice ? `${page.path}?after=${notice}` : page.path);
}

function noticeOf(decision: Decision): NoticeName | undefined {
  if (decision.kind !== 'refused') return undefined;
  if (decision.why === 'receipt_not_final') return 'pending';
  if (decision.why === 'receipt_payment_failed') return 'failed';
  return decision.why === 'receipt_verifier_unavailable' ? 'unavailable' : 'late';
}

/** Renders the web receipt of a payment of a white-labelled invoice. The payer passes it to the merchant, who submits it. */
function renderReceiptCopy(page: PageModel, webReceipt: string): string {
  const { words } = page;
  const main = html`<main id="main" class="narrow">
<section class="card">
<h1 id="headline" tabindex="-1">${words.copyOfReceipt.title}</h1>
<p>${words.copyOfReceipt.words(renderWho(page))}</p>
<label for="web-receipt">${words.form.label}</label>
<textarea id="web-receipt" rows="8" readonly spellcheck="false">
${webReceipt}</textarea>
<p class="row">${copyButton({ id: 'web-receipt', name: words.form.label, style: 'button primary copy', words })} <a class="button" href="${page.path}">${words.copyOfReceipt.back}</a></p>
${page.returnLink && html`<p class="return"><a class="button" href="${page.returnLink.href}" rel="noreferrer"><span>${words.returnTo(html`<bdi>${page.returnLink.host}</bdi>`)}</span></a></p>`}
</section>
</main>`;
  return renderDocument({ title: words.copyOfReceipt.title, ...frameOf(page) }, main);
}
