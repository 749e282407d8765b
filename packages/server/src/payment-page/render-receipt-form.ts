import { html } from '../pages/html-page.ts';
import { moneyText } from './money-text.ts';
import type { PageModel } from './page-model.ts';
import { frameOf, renderDocument } from './render-document.ts';
import { renderWho } from './status-words.ts';

/** Longest receipt, in characters (D-16). */
export const longestReceipt = 8192;

/**
 * Renders the page on which a payer who paid elsewhere hands in the web receipt. It is a page of its own, because the one of the invoice
 * renews itself in a browser without script, and would discard the text that is being typed.
 */
export function renderReceiptForm(page: PageModel, formToken: string, refused?: { why: string; webReceipt: string }): string {
  const { form } = page.words;
  const main = html`<main id="main" class="narrow">
<section class="card">
<h1 id="headline" tabindex="-1">${form.title}</h1>
<p>${form.paste(renderWho(page), moneyText(page.missing, page.words))}</p>
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
