import { operationTable } from '@payment-invoice/generated';
import type { Context } from 'koa';
import { html } from '../pages/html-page.ts';
import type { Form } from '../pages/read-fields.ts';
import { seeOther } from '../payment-page/take-receipt.ts';
import { callApi, type ProblemBody, problemOfResponse } from './call-api.ts';
import { readNotice } from './notices.ts';
import { readConsoleForm } from './read-console-form.ts';
import { renderCreateForm } from './render-create-form.ts';
import { renderFrame } from './render-frame.ts';
import { renderInvoiceList } from './render-invoice-list.ts';
import { renderLive } from './render-live.ts';
import type { ConsoleParts, Visitor } from './visitor.ts';

/** Shows the account's invoices, with the form that makes another: `GET /sandbox`. */
export function showInvoices(ctx: Context, parts: ConsoleParts, visitor: Visitor): Promise<void> {
  return show(ctx, parts, visitor);
}

/** Creates an invoice by the form: `POST /sandbox/invoices`. What the API refuses is shown beside its field. */
export async function createByForm(ctx: Context, parts: ConsoleParts, visitor: Visitor): Promise<void> {
  const form = await readConsoleForm(ctx, parts.services.baseUrl());
  const response = await callApi(ctx, parts, visitor, operationTable.createPayment.path, writeBody(form), form.idempotencyKey);
  const problem = problemOfResponse(response);
  if (!problem) {
    const { id } = response.body as { id: string };
    return seeOther(ctx, `${visitor.basePath}/sandbox/invoices/${id}?done=created`);
  }
  ctx.status = problem.errors ? 422 : response.status;
  await show(ctx, parts, visitor, form, problem);
}

async function show(ctx: Context, parts: ConsoleParts, visitor: Visitor, filled?: Form, problem?: ProblemBody) {
  const before = beforeOf(ctx);
  const list = await renderInvoiceList(parts, visitor, before);
  const frame = {
    title: 'Invoices',
    visitor,
    basePath: visitor.basePath,
    notice: readNotice(ctx.query),
    place: '/sandbox',
  } as const;
  ctx.body = renderFrame(
    frame,
    html`<div class="columns">
<section aria-labelledby="invoices">
<h1 id="invoices">Invoices</h1>
<p class="jump"><a href="#create">Create an invoice</a></p>
${renderLive(list, visitor, before ? `invoices?before=${encodeURIComponent(before)}` : 'invoices')}
</section>
<aside>${renderCreateForm(visitor, filled, problem)}</aside>
</div>`,
  );
}

/** Reads the id before which a page of the list begins. */
export function beforeOf({ query }: Context): string | undefined {
  const { before } = query;
  return typeof before === 'string' && /^\w{1,64}$/.test(before) ? before : undefined;
}

/** Writes the body of a create. What is left empty is left out, and the digits of the amount are sent as they were typed. */
function writeBody({ cashTag = '', amount = '', isWhiteLabel, callbackUrl = '', returnUrl = '' }: Form): string {
  const number = /^-?(?:0|[1-9]\d{0,20})(?:\.\d{1,20})?$/.test(amount.trim()) ? amount.trim() : JSON.stringify(amount);
  const rest = {
    ...(isWhiteLabel !== undefined && { isWhiteLabel: true }),
    ...(callbackUrl.trim() !== '' && { callbackUrl: callbackUrl.trim() }),
    ...(returnUrl.trim() !== '' && { returnUrl: returnUrl.trim() }),
  };
  const fields = [`"cashTag":${JSON.stringify(cashTag.trim())}`, `"amount":${number}`];
  return `{${[...fields, ...Object.entries(rest).map(([name, value]) => `${JSON.stringify(name)}:${JSON.stringify(value)}`)].join(',')}}`;
}
