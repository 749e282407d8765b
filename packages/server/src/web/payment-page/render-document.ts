import { type Html, html } from '../html-page.ts';
import { brandMark } from './icons.ts';
import { pageFiles } from './page-files.ts';
import type { PageModel } from './page-model.ts';

/** The frame around the content of a page. */
export interface DocumentFrame {
  title: string;
  /** True when the page carries our mark. A white-labelled one, and one of which nothing is known, does not. */
  isBranded: boolean;
  isSandbox: boolean;
  /** Path below which the service is; see PageModel. */
  basePath: string;
  /** The next address of a browser without script, and the seconds until then. */
  refresh?: { seconds: number; url?: string } | undefined;
}

/** Returns the frame of an invoice's page. */
export function frameOf({ isWhiteLabel, isSandbox, basePath }: PageModel): Omit<DocumentFrame, 'title'> {
  return { isBranded: !isWhiteLabel, isSandbox, basePath };
}

/** Renders a whole page around its `<main>`. It loads two files of our own, and can be read without them. */
export function renderDocument({ title, isBranded, isSandbox, basePath, refresh }: DocumentFrame, main: Html): string {
  const icon = isBranded ? basePath + pageFiles.icon.path : 'data:,';
  const target = refresh && `${refresh.seconds}${refresh.url === undefined ? '' : `; url=${refresh.url}`}`;
  return html`<!doctype html>
<html lang="en" class="${isBranded ? 'branded' : 'plain'}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="format-detection" content="telephone=no">
<meta name="robots" content="noindex, nofollow">
<title>${title}</title>
<link rel="icon" href="${icon}">
<link rel="stylesheet" href="${basePath}${pageFiles.style.path}">
<script src="${basePath}${pageFiles.script.path}" defer></script>
${target && html`<noscript><meta http-equiv="refresh" content="${target}"></noscript>`}
</head>
<body>
${isSandbox ? html`<section class="ribbon" aria-label="Mode"><strong>Sandbox.</strong> No money moves here.</section>` : undefined}
${isBranded ? html`<header>${brandMark}<span>Payment Invoice</span></header>` : undefined}
${main}
<p id="announcement" class="unseen" role="status"></p>
${isBranded ? html`<footer>Payment page by Payment Invoice${isSandbox ? html` · <a href="${basePath}/docs/">Docs</a>` : undefined}</footer>` : undefined}
</body>
</html>
`.html;
}
