import { html } from '../html-page.ts';
import { moneyText } from './money-text.ts';
import type { PageModel } from './page-model.ts';
import { frameOf, renderDocument } from './render-document.ts';

/** Longest receipt, in characters (D-16). */
export const longestReceipt = 8192;

/**
 * Renders the page on which a payer who paid elsewhere hands in the web receipt. It is a page of its own, because the one of the invoice
 * renews itself in a browser without script, and would discard the text that is being typed.
 */
export function renderReceiptForm(page: PageModel, formToken: string, refused?: { why: string; webReceipt: string }): string {
  const main = html`<main id="main" class="narrow">
<section class="card">
<h1 id="headline" tabindex="-1">Enter the web receipt</h1>
<p>Paste what you were given when you paid <bdi translate="no">${page.cashTag}</bdi> ${moneyText(page.missing)}, all of it and nothing else.</p>
<form method="post" action="${page.path}/receipt">
<input type="hidden" name="token" value="${formToken}">
<label for="web-receipt">Web receipt</label>
<textarea id="web-receipt" name="webReceipt" rows="6" required maxlength="${longestReceipt}" spellcheck="false" autocomplete="off" autocapitalize="off"${refused ? html` aria-invalid="true" aria-describedby="why"` : undefined}>${
    refused
      ? html`
${refused.webReceipt}`
      : undefined
  }</textarea>
${refused && html`<p id="why" class="error" role="alert">${refused.why}</p>`}
<p class="row"><button class="button primary">Submit</button> <a class="button" href="${page.path}">Back</a></p>
</form>
</section>
</main>`;
  const title = `${refused ? 'Not taken: e' : 'E'}nter the web receipt`;
  return renderDocument({ title, ...frameOf(page) }, main);
}
