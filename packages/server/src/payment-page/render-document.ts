import { type Html, html } from '@payment-invoice/kit/pages';
import { brandMark } from './icons.ts';
import { pageFiles } from './page-files.ts';
import type { PageModel } from './page-model.ts';
import type { PageWords } from './words/page-words.ts';

/** The parts of a page around its content. */
export interface DocumentFrame {
  title: string;
  /** True when the page shows our logo. The page of a white-labelled or unknown invoice does not. */
  isBranded: boolean;
  isSandbox: boolean;
  /** The path below which the service is mounted; see PageModel. */
  basePath: string;
  words: PageWords;
  /** The URL that a browser without script loads next, and the seconds until then. */
  refresh?: { seconds: number; url?: string } | undefined;
}

/** Returns the `DocumentFrame` of an invoice's page. */
export function frameOf({ isWhiteLabel, isSandbox, basePath, words }: PageModel): Omit<DocumentFrame, 'title'> {
  return { isBranded: !isWhiteLabel, isSandbox, basePath, words };
}

/**
 * Renders a complete page around its `<main>`. The page loads two files from this server, and is readable without
 * either.
 */
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
