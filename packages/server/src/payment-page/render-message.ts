import { html } from '@payment-invoice/kit/pages';
import { renderDocument } from './render-document.ts';
import type { PageWords } from './words/page-words.ts';

/** The parts of a message besides its sentence. */
export interface MessageOptions {
  basePath: string;
  words: PageWords;
  link?: { href: string; words: string };
  refresh?: { seconds: number };
}

/**
 * Renders a page with one sentence, for when there is no invoice to show. It names no merchant, because the owner is not known.
 */
export function renderMessage(title: string, sentence: string, { basePath, words, link, refresh }: MessageOptions): string {
  const main = html`<main id="main" class="narrow">
<section class="card">
<h1>${title}</h1>
<p>${sentence}</p>
${link && html`<p class="return"><a class="button" href="${link.href}">${link.words}</a></p>`}
</section>
</main>`;
  return renderDocument({ title, isBranded: false, isSandbox: false, basePath, words, refresh }, main);
}
