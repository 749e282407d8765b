import { type Html, html } from '@payment-invoice/kit/pages';
import type { Context } from 'koa';
import type { RecordedRequest } from './journal.ts';
import { renderConditions, renderFrame, renderLive, showNothing } from './render-frame.ts';
import { renderRequest, renderRequestLine } from './render-request.ts';
import { renderTime } from './render-values.ts';
import { beforeOf, renderPages } from './show-invoices.ts';
import type { ConsoleParts, Visitor } from './visitor.ts';

const perPage = 50;

/** Renders a page of the list of requests, newest first. `before` is the id of the last request on the previous page. */
export async function renderRequestList(parts: ConsoleParts, visitor: Visitor, before?: string): Promise<Html> {
  const { journal } = parts.sandbox.console;
  // Gets one request more than the page shows, to find out whether there are older requests.
  const found = journal.listRequests(visitor.principal.accountId, perPage + 1, before === undefined ? {} : { before });
  const requests = found.slice(0, perPage);
  const path = `${visitor.basePath}/sandbox/requests`;
  const last = found.length > perPage ? requests.at(-1)?.requestId : undefined;
  return html`${renderConditions(parts, visitor)}
${
  requests.length === 0
    ? html`<p class="empty">${before ? 'Nothing older is kept.' : 'No requests yet. Every request to the API with a token of this account shows up here by itself.'}</p>`
    : html`<ol class="requests">
${requests.map((request) => renderItem(request, path, visitor))}
</ol>`
}
${renderPages(path, before, last)}`;
}

function renderItem(request: RecordedRequest, path: string, { basePath }: Visitor): Html {
  const { requestId, invoiceId, at } = request;
  return html`<li>
<p>${renderRequestLine(request)}</p>
<p class="soft">${renderTime(at)}</p>
<p><a class="code" href="${path}/${requestId}">${requestId}</a></p>
<p>${invoiceId && html`<a class="code" href="${basePath}/sandbox/invoices/${invoiceId}">${invoiceId}</a>`}</p>
</li>
`;
}

/** Shows the account's requests: `GET /sandbox/requests`. */
export async function showRequests(ctx: Context, parts: ConsoleParts, visitor: Visitor): Promise<void> {
  const before = beforeOf(ctx);
  const list = await renderRequestList(parts, visitor, before);
  ctx.body = renderFrame(
    { title: 'Requests', visitor, basePath: visitor.basePath, place: '/sandbox/requests' },
    html`<h1>Requests</h1>
<p class="soft">The latest requests with a token of this account, kept until this server stops. Tokens and receipts are not kept.</p>
${renderLive(list, visitor, before ? `requests?before=${before}` : 'requests')}`,
  );
}

/** Shows one request in full: `GET /sandbox/requests/{requestId}`. */
export function showRequest(ctx: Context, { sandbox }: ConsoleParts, visitor: Visitor, requestId: string): void {
  const request = sandbox.console.journal.findRequest(visitor.principal.accountId, requestId);
  if (!request) {
    showNothing(ctx, visitor, 'There is no such request, or it is no longer kept.');
    return;
  }
  const { invoiceId, at } = request;
  ctx.body = renderFrame(
    { title: 'Request', visitor, basePath: visitor.basePath, place: '/sandbox/requests' },
    html`<p class="crumbs"><a href="${visitor.basePath}/sandbox/requests">Requests</a></p>
<h1>Request</h1>
<p>${renderRequestLine(request)}</p>
<p class="soft">${renderTime(at)} UTC · <span class="code">${requestId}</span>${invoiceId && html` · <a class="code" href="${visitor.basePath}/sandbox/invoices/${invoiceId}">${invoiceId}</a>`}</p>
${renderRequest(request, true)}`,
  );
}
