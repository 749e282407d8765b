import { html } from '../html-page.ts';
import type { PageModel } from './page-model.ts';
import { frameOf, renderDocument } from './render-document.ts';
import { copyButton } from './render-facts.ts';

/** Renders the web receipt of a payment for a white-labelled invoice, which the payer hands to the merchant to submit. */
export function renderReceiptCopy(page: PageModel, webReceipt: string): string {
  const main = html`<main id="main" class="narrow">
<section class="card">
<h1 id="headline" tabindex="-1">Your web receipt</h1>
<p>It is the receipt of your payment to <bdi translate="no">${page.cashTag}</bdi>. Copy it now and hand it to the shop: it is shown only this once.</p>
<label for="web-receipt">Web receipt</label>
<textarea id="web-receipt" rows="8" readonly spellcheck="false">
${webReceipt}</textarea>
<p class="row">${copyButton('web-receipt', 'Web receipt', 'button primary copy')} <a class="button" href="${page.path}">Back to the payment</a></p>
${page.returnLink && html`<p class="return"><a class="button" href="${page.returnLink.href}" rel="noreferrer"><span>Return to <bdi>${page.returnLink.host}</bdi></span></a></p>`}
</section>
</main>`;
  return renderDocument({ title: 'Your web receipt', ...frameOf(page) }, main);
}
