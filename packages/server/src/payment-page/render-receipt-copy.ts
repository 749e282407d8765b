import { html } from '../pages/html-page.ts';
import type { PageModel } from './page-model.ts';
import { frameOf, renderDocument } from './render-document.ts';
import { copyButton } from './render-facts.ts';
import { renderWho } from './status-words.ts';

/** Renders the web receipt of a payment for a white-labelled invoice, which the payer hands to the merchant to submit. */
export function renderReceiptCopy(page: PageModel, webReceipt: string): string {
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
