import { requireScope, type Scope } from '@payment-invoice/kit/tokens';
import type { Context } from 'koa';
import type { Access } from '../pages/page-access.ts';
import { type Page, type Respond, sendAssets } from '../pages/serve-pages.ts';
import { paymentPageHeaders } from '../payment-page/page-files.ts';
import { consoleFiles, showConsoleFailure, stateOf } from './render-frame.ts';
import { playByForm, resendByForm, showInvoiceHistory, stateOfInvoice } from './show-invoice-history.ts';
import { beforeOf, createByForm, renderInvoiceList, showInvoices } from './show-invoices.ts';
import { renderRequestList, showRequest, showRequests } from './show-requests.ts';
import { moveClockByForm, renewSecretByForm, showTools, turnLimitsByForm, turnOutageByForm } from './show-tools.ts';
import { askForToken, signIn, signOut } from './sign-in.ts';
import { type ConsoleParts, findPrincipal, findVisitor, type Visitor } from './visitor.ts';

type RespondToVisitor = (ctx: Context, parts: ConsoleParts, visitor: Visitor, caught: string) => Promise<void> | void;

/** Lists the pages of the console. They work even while parts are switched off. Without a valid token, they ask for one. */
export function listConsolePages(parts: ConsoleParts, access: Access): Page[] {
  const frame = { access, headers: paymentPageHeaders, fail: showConsoleFailure(parts) };
  const page = (path: string) => ({ ...frame, path: new RegExp(`^/sandbox${path}$`) });
  const shown = (respond: RespondToVisitor, scopes: readonly Scope[] = []): Respond => {
    return async (ctx, caught = '') => {
      const visitor = await findVisitor(ctx, parts);
      if (visitor) {
        requireScope(visitor.principal, scopes);
        return respond(ctx, parts, visitor, caught);
      }
      // With a 200, a form that is submitted after the session has ended would look accepted.
      if (ctx.method === 'POST') ctx.status = 403;
      askForToken(ctx, parts);
    };
  };
  // These forms require the same scope as the operations of the sandbox's API. The forms that create and pay invoices go through
  // the invoice API, which checks scopes itself.
  const changed = (respond: RespondToVisitor) => shown(respond, ['invoices:write']);
  const fed = (lookAt: (ctx: Context, visitor: Visitor, caught: string) => Promise<string | undefined>): Respond => {
    return async (ctx, caught = '') => {
      const visitor = await findVisitor(ctx, parts);
      // The limit is checked before the page is rendered. Otherwise a flood of streams would make the server render hundreds of
      // pages only to refuse the streams.
      if (visitor) parts.sandbox.console.live.admit(visitor.principal.accountId);
      const look = async () => {
        // Ends the stream when the token has been revoked.
        if (!visitor || !(await findPrincipal(ctx, parts, visitor.token))) return undefined;
        return lookAt(ctx, visitor, caught);
      };
      if (!visitor || (await look()) === undefined) {
        // After a 204, the browser does not reconnect.
        ctx.status = 204;
        return;
      }
      ctx.remove('Content-Type');
      parts.sandbox.console.live.open(ctx.res, visitor.principal.accountId, look);
      ctx.respond = false;
    };
  };
  const fedList = (render: typeof renderInvoiceList | typeof renderRequestList) =>
    fed(async (ctx, visitor) => stateOf((await render(parts, visitor, beforeOf(ctx))).html));
  return [
    { ...page('/?'), GET: shown(showInvoices) },
    { ...page('/sign-in'), POST: (ctx) => signIn(ctx, parts) },
    { ...page('/sign-out'), POST: (ctx) => signOut(ctx, parts) },
    { ...page('/invoices'), POST: shown(createByForm) },
    { ...page('/invoices/(\\w{1,64})'), GET: shown(showInvoiceHistory) },
    { ...page('/invoices/(\\w{1,64})/payments'), POST: shown(playByForm) },
    { ...page('/invoices/(\\w{1,64})/callbacks'), POST: changed(resendByForm) },
    { ...page('/requests'), GET: shown(showRequests) },
    { ...page('/requests/(\\w{1,64})'), GET: shown(showRequest) },
    { ...page('/tools'), GET: shown(showTools) },
    { ...page('/tools/clock'), POST: changed(moveClockByForm) },
    { ...page('/tools/outage'), POST: changed(turnOutageByForm) },
    { ...page('/tools/rate-limits'), POST: changed(turnLimitsByForm) },
    { ...page('/tools/callback-secret'), POST: changed(renewSecretByForm) },
    { ...page('/live/invoices'), GET: fedList(renderInvoiceList) },
    { ...page('/live/invoices/(\\w{1,64})'), GET: fed((_, visitor, id) => stateOfInvoice(parts, visitor, id)) },
    { ...page('/live/requests'), GET: fedList(renderRequestList) },
    { ...frame, path: /^\/assets\/console\.[0-9a-f]{10}\.(css|js)$/, GET: sendAssets(consoleFiles) },
  ];
}
