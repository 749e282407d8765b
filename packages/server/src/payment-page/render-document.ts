import { type Html, html } from '@payment-invoice/kit/pages';
import { pageFiles } from './page-files.ts';
import type { PageModel } from './page-model.ts';
import type { PageWords } from './words/page-words.ts';

/** The frame around a page's content: its title, header and settings. */
export interface DocumentFrame {
  title: string;
  /** True if the page shows our logo. The pages of white-labelled invoices and of unknown addresses do not show it. */
  isBranded: boolean;
  isSandbox: boolean;
  /** The path below which the service is mounted, as in PageModel. */
  basePath: string;
  words: PageWords;
  /** The seconds after which a browser without scripts loads `url` or, without a `url`, reloads the page. */
  refresh?: { seconds: number; url?: string } | undefined;
}

/** Returns the frame of an invoice's page, except for the title. */
export function frameOf({ isWhiteLabel, isSandbox, basePath, words }: PageModel): Omit<DocumentFrame, 'title'> {
  return { isBranded: !isWhiteLabel, isSandbox, basePath, words };
}

/** Renders a complete page around its `<main>` element. It is readable without its script and its stylesheet. */
export function renderDocument({ title, isBranded, isSandbox, basePath, words, refresh }: DocumentFrame, main: Html): string {
  const icon = isBranded ? basePath + pageFiles.svg.path : 'data:,';
  const target = refresh && `${refresh.seconds}${refresh.url === undefined ? '' : `; url=${refresh.url}`}`;
  return html`<!doctype html>
<html lang="${words.language}" dir="${words.direction}" data-locale="${words.locale}" class="${isBranded ? 'branded' : 'plain'}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="format-detection" content="telephone=no">
<meta name="robots" content="noindex, nofollow">
<title>${title}</title>
<link rel="icon" href="${icon}">
<link rel="stylesheet" href="${basePath}${pageFiles.css.path}">
<script src="${basePath}${pageFiles.js.path}" defer></script>
${target && html`<noscript><meta http-equiv="refresh" content="${target}"></noscript>`}
</head>
<body data-words="${JSON.stringify(words.script)}">
${isSandbox ? html`<section class="ribbon" aria-label="${words.sandbox.ribbon}"><strong>${words.sandbox.ribbon}</strong> ${words.sandbox.noMoney}</section>` : undefined}
${isBranded ? html`<header>${brandMark}<span>Payment Invoice</span></header>` : undefined}
${main}
<p id="announcement" class="unseen" role="status"></p>
${isBranded ? html`<footer>${words.footer}${isSandbox ? html` · <a href="${basePath}/docs/">${words.sandbox.docs}</a>` : undefined}</footer>` : undefined}
</body>
</html>
`.html;
}

/** Makes an icon of lines in the color of the surrounding text. */
export const drawIcon = (body: string): Html => ({
  html: `<svg class="icon" viewBox="0 0 24 24" aria-hidden="true" focusable="false" fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round" stroke-linejoin="round">${body}</svg>`,
});

export const brandMark: Html = {
  html: '<svg class="mark" viewBox="0 0 32 32" aria-hidden="true" focusable="false"><rect width="32" height="32" rx="9" fill="currentColor"/><path d="M10 8h12v17l-3-2-3 2-3-2-3 2z" fill="#fff"/><path d="M13 13h6M13 17h6" stroke="#1a56c4" stroke-width="2" stroke-linecap="round"/></svg>',
};

/** The contents of a message page, apart from its title and its sentence. */
export interface MessageOptions {
  basePath: string;
  words: PageWords;
  link?: { href: string; words: string };
  refresh?: { seconds: number };
}

/** Renders a page with a single sentence, for requests without an invoice. It does not name a merchant, because none is known. */
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
