import { hash } from 'node:crypto';
import { problems } from '@payment-invoice/generated';
import { type Html, html } from '@payment-invoice/kit/pages';
import { ProblemError } from '@payment-invoice/stubs';
import type { Context } from 'koa';
import { basePathOf, problemOfError, readAsset } from '../pages/serve-pages.ts';
import { pageFiles } from '../payment-page/page-files.ts';
import { brandMark } from '../payment-page/render-document.ts';
import type { Sandbox } from './console.ts';
import { spanText } from './render-values.ts';
import { type ConsoleParts, FormRefusedError, type Visitor } from './visitor.ts';

/** The console's script and stylesheet by file extension. They are read once, when the module is loaded. */
export const consoleFiles = {
  css: readAsset(new URL('browser/console.css', import.meta.url), 'text/css; charset=utf-8'),
  js: readAsset(new URL('browser/console.js', import.meta.url), 'text/javascript; charset=utf-8'),
};

/** The pages in the navigation. */
const places = [
  { path: '/sandbox', words: 'Invoices' },
  { path: '/sandbox/requests', words: 'Requests' },
  { path: '/sandbox/tools', words: 'Tools' },
] as const;

/** The frame around a page's content: its title, navigation and notice. */
export interface Frame {
  title: string;
  basePath: string;
  /** The user who has signed in; undefined before that. */
  visitor?: Visitor;
  notice?: Notice | undefined;
  /** The path of the navigation item to highlight. */
  place?: (typeof places)[number]['path'];
}

/** Renders a page of the console. The page loads a script and a stylesheet from this server, and works without the script. */
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

/** Returns a short hash of a string, to find out whether the string has changed. */
export const stateOf = (text: string): string => hash('sha256', text).slice(0, 16);

/**
 * Renders the section of a page that refreshes itself.
 * @param feed the path, below the console, of the event stream that reports changes to the section
 * @param state a string that changes with the content, but not merely because time passes
 */
export function renderLive(content: Html, { basePath }: Visitor, feed: string, state = content.html): Html {
  return html`<div id="live" data-feed="${basePath}/sandbox/live/${feed}" data-state="${stateOf(state)}">
${content}
</div>`;
}

/** A sentence about what has just been done or refused. */
export interface Notice {
  kind: 'done' | 'refused';
  words: string;
}

/** The sentences about what was done, by name. A URL contains only the name, so a manipulated link cannot show other text. */
const doneNotices = {
  created: 'The invoice was created.',
  paid: 'The receipt was submitted and accepted.',
  resent: 'The callback is being sent again.',
  moved: 'The clock was moved. What is due has been done.',
  switched: 'The switch was changed.',
  'signed-out': 'You are signed out.',
} as const;

/** Returns the notice for the name in a URL: a sentence that says what was done, or why a request was refused. */
export function readNotice({ done, refused }: { done?: unknown; refused?: unknown }): Notice | undefined {
  if (typeof done === 'string' && Object.hasOwn(doneNotices, done))
    return { kind: 'done', words: doneNotices[done as keyof typeof doneNotices] };
  if (refused === 'callback')
    return { kind: 'refused', words: 'The callback cannot be sent again: it does not exist, or its receiver wants no more.' };
  const problem =
    typeof refused === 'string' && Object.hasOwn(problems, refused) ? problems[refused as keyof typeof problems] : undefined;
  return problem && { kind: 'refused', words: `The API refused: ${problem.title} (${refused}).` };
}

/** Renders what is unusual about the sandbox at the moment: a moved clock, parts that are switched off, enforced rate limits. */
export function renderConditions({ sandbox }: ConsoleParts, { principal, basePath }: Visitor): Html | undefined {
  const { ahead, away, isLimited } = readState(sandbox, principal.accountId);
  const conditions = [
    ...(ahead > 0 ? [`The clock is ${spanText(ahead)} ahead`] : []),
    ...(away.includes('verifier') ? ['The receipt verifier is away'] : []),
    ...(away.includes('store') ? ['The store is away'] : []),
    ...(isLimited ? ['Rate limits are on'] : []),
  ];
  if (conditions.length === 0) return undefined;
  return html`<p class="conditions">${conditions.map((words) => html`<span>${words}</span> `)}<a href="${basePath}/sandbox/tools">Change</a></p>`;
}

/** Returns the sandbox settings that a user can change. */
export function readState({ clock, switches }: Sandbox, accountId: string) {
  return { ahead: clock.ahead(), ...switches.read(accountId) };
}

/** Shows a page that says that nothing exists at this address. The page does not repeat the address. */
export function showNothing(ctx: Context, visitor: Visitor, sentence: string): void {
  ctx.status = 404;
  ctx.body = renderFrame(
    { title: 'Nothing here', visitor, basePath: visitor.basePath },
    html`<div class="narrow"><h1>Nothing here</h1><p>${sentence}</p><p><a href="${visitor.basePath}/sandbox">All invoices</a></p></div>`,
  );
}

/** Makes the function that shows an error as a page. It rethrows `method_not_allowed`, which usually only programs cause. */
export function showConsoleFailure({ services, logger }: Pick<ConsoleParts, 'services' | 'logger'>) {
  return (ctx: Context, error: unknown): void => {
    const basePath = basePathOf(services.baseUrl());
    const problem = error instanceof ProblemError ? error : problemOfError(error);
    if (problem?.code === 'method_not_allowed') throw problem;
    const isRefused = error instanceof FormRefusedError;
    if (!problem && !isRefused) logger.error({ requestId: ctx.state.requestId, err: error }, 'failed');
    ctx.status = isRefused ? error.status : (problem?.status ?? 500);
    ctx.set({ ...problem?.headers });
    ctx.body = renderFrame(
      { title: 'That did not work', basePath },
      html`<div class="narrow"><h1>That did not work</h1>
<p>${isRefused ? `${refusals[error.status]} Nothing was changed.` : (problem?.detail ?? 'The server has a bug. Its log has the details.')}</p>
<p class="soft">Request <span class="code">${ctx.state.requestId}</span></p>
<p><a href="${basePath}/sandbox">Back to the console</a></p></div>`,
    );
  };
}

const refusals: Readonly<Record<FormRefusedError['status'], string>> = {
  400: 'The request cannot be read as a form.',
  403: 'The form did not come from a current page of this console. Load the page again; if your browser refuses cookies, allow them here.',
  413: 'The request is longer than any form of the console.',
  415: 'The request is not a form.',
};
