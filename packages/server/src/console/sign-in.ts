import { html } from '@payment-invoice/kit/pages';
import type { Context } from 'koa';
import { basePathOf } from '../pages/serve-pages.ts';
import { seeOther } from '../payment-page/take-receipt.ts';
import { readNotice, renderFrame } from './render-frame.ts';
import { type ConsoleParts, findPrincipal, giveConsoleFormToken, placeOf, readConsoleForm } from './visitor.ts';

/** Matches the paths of pages to which a user may return after signing in. */
const wayBack = /^\/sandbox(?:\/(?:tools|requests(?:\/\w{1,64})?|invoices\/\w{1,64}))?$/;

/** Shows a form that asks for a token. After signing in, the user is sent to the page at `way`. */
export function askForToken(ctx: Context, parts: ConsoleParts, error?: string, way = ctx.path): void {
  const basePath = basePathOf(parts.services.baseUrl());
  const formToken = giveConsoleFormToken(ctx, parts);
  ctx.body = renderFrame(
    { title: 'Sign in', basePath, notice: readNotice(ctx.query) },
    html`<div class="narrow">
<h1>Sign in</h1>
<p>See what happened in this sandbox: its invoices, the requests and callbacks about them, and the switches that simulate an outage.</p>
<form class="card" method="post" action="${basePath}/sandbox/sign-in">
<input type="hidden" name="form" value="${formToken}">
<input type="hidden" name="way" value="${wayBack.test(way) ? way : '/sandbox'}">
<p class="field">
<label for="token">Token of the account</label>
<input id="token" name="token" type="password" autocomplete="off" spellcheck="false" required autofocus aria-describedby="token-hint${error ? ' token-error' : ''}"${error && html` aria-invalid="true"`}>
<span class="hint" id="token-hint">The demo token, which the server printed when it started: <code>pi_test_…</code></span>
${error && html`<span class="wrong" id="token-error">${error}</span>`}
</p>
<button class="primary">Sign in</button>
</form>
</div>`,
  );
}

/** Starts a session with the entered token: `POST /sandbox/sign-in`. */
export async function signIn(ctx: Context, parts: ConsoleParts): Promise<void> {
  const { token = '', way = '' } = await readConsoleForm(ctx, parts);
  const typed = token.trim();
  if (typed === '' || !(await findPrincipal(ctx, parts, typed))) {
    ctx.status = 422;
    const error = 'That is not a token of this sandbox with the scope invoices:read. Copy all of it, starting with `pi_test_`.';
    return askForToken(ctx, parts, error, way);
  }
  parts.sandbox.console.sessions.begin(ctx, typed, placeOf(parts));
  seeOther(ctx, `${basePathOf(parts.services.baseUrl())}${wayBack.test(way) ? way : '/sandbox'}`);
}

/** Ends the session: `POST /sandbox/sign-out`. */
export async function signOut(ctx: Context, parts: ConsoleParts): Promise<void> {
  await readConsoleForm(ctx, parts);
  parts.sandbox.console.sessions.end(ctx, placeOf(parts));
  seeOther(ctx, `${placeOf(parts).path}?done=signed-out`);
}
