import { html } from '../html-page.ts';
import { renderDocument } from './render-document.ts';

/** Renders a page of one sentence, where there is no invoice to show. It names nobody, as the owner is not known. */
export function renderMessage(
  title: string,
  sentence: string,
  basePath: string,
  { link, refresh }: { link?: { href: string; words: string }; refresh?: { seconds: number } } = {},
): string {
  const main = html`<main id="main" class="narrow">
<section class="card">
<h1>${title}</h1>
<p>${sentence}</p>
${link && html`<p class="return"><a class="button" href="${link.href}">${link.words}</a></p>`}
</section>
</main>`;
  return renderDocument({ title, isBranded: false, isSandbox: false, basePath, refresh }, main);
}
