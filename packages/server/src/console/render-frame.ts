import { hash } from 'node:crypto';
import { type Html, html } from '@payment-invoice/kit/pages';
import { readAsset } from '../pages/serve-pages.ts';
import { pageFiles } from '../payment-page/page-files.ts';
import { brandMark } from '../payment-page/render-document.ts';
import type { Notice } from './notices.ts';
import type { Visitor } from './visitor.ts';

/** The console's own files by file extension, read once. */
export const consoleFiles = {
  css: readAsset(new URL('browser/console.css', import.meta.url), 'text/css; charset=utf-8'),
  js: readAsset(new URL('browser/console.js', import.meta.url), 'text/javascript; charset=utf-8'),
};

/** The pages that the navigation links to. */
const places = [
  { path: '/sandbox', words: 'Invoices' },
  { path: '/sandbox/requests', words: 'Requests' },
  { path: '/sandbox/tools', words: 'Tools' },
] as const;

/** The parts of a page around its content. */
export interface Frame {
  title: string;
  basePath: string;
  /** Undefined before the reader has signed in. */
  visitor?: Visitor;
  notice?: Notice | undefined;
  /** The item of the navigation that the page belongs to. */
  place?: (typeof places)[number]['path'];
}

/** Renders a page of the console around its content. The page loads two files from this server, and works without the script. */
export function renderFrame({ title, basePath, visitor, notice, place }: Frame, content: Html): string {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title} · Sandbox console</title>
<link rel="icon" href="${basePath}${pageFiles.svg.path}">
<link rel="stylesheet" href="${basePath}${consoleFiles.css.path}">
<script src="${basePath}${consoleFiles.js.path}" defer></script>
</head>
<body>
<a class="skip" href="#main">Skip to the content</a>
<header>
<div class="bar">
<a class="brand" href="${basePath}/sandbox">${brandMark}<span>Sandbox console</span></a>
${visitor && renderNavigation(visitor, place)}
</div>
</header>
<main id="main" tabindex="-1">
${notice && html`<p class="notice ${notice.kind}" role="status">${notice.words}</p>`}
${content}
</main>
<p id="announcement" class="unseen" role="status"></p>
<footer><p>A sandbox: no money moves here. <a href="${basePath}/docs/">Documentation</a></p></footer>
</body>
</html>
`.html;
}

function renderNavigation({ basePath, principal, formToken }: Visitor, place: Frame['place']): Html {
  return html`<nav aria-label="Console">
${places.map(({ path, words }) => html`<a href="${basePath}${path}"${path === place ? html` aria-current="page"` : undefined}>${words}</a>`)}
</nav>
<form class="account" method="post" action="${basePath}/sandbox/sign-out">
<input type="hidden" name="form" value="${formToken}">
<span class="soft">${principal.accountId}</span>
<button class="small">Sign out</button>
</form>`;
}

/** Returns a short text that changes whenever the given text does. */
export function stateOf(text: string): string {
  return hash('sha256', text).slice(0, 16);
}

/**
 * Renders the part of a page that refreshes itself. `feed` is the path below the console that reports its changes. `state` is a
 * text that changes with what is shown, but not merely with time.
 */
export function renderLive(content: Html, { basePath }: Visitor, feed: string, state = content.html): Html {
  return html`<div id="live" data-feed="${basePath}/sandbox/live/${feed}" data-state="${stateOf(state)}">
${content}
</div>`;
}
