import { operationTable } from '@payment-invoice/generated';
import { type Html, html } from '@payment-invoice/kit/pages';
import type { Context } from 'koa';
import { seeOther } from '../payment-page/take-receipt.ts';
import { playPayment, sandboxActions, sandboxAmount } from '../sandbox/play-payment.ts';
import { findHistory, type InvoiceHistory, summarizeHistory } from './find-history.ts';
import { readNotice, renderConditions, renderFrame, renderLive, showNothing, stateOf } from './render-frame.ts';
import { renderInvoice } from './render-invoice.ts';
import { type ConsoleParts, callApi, problemOfResponse, readConsoleForm, type Visitor } from './visitor.ts';

const unknown = 'This account has no such invoice.';

/** Shows an invoice and its history: `GET /sandbox/invoices/{id}`. */
export async function showInvoiceHistory(ctx: Context, parts: ConsoleParts, visitor: Visitor, id: string): Promise<void> {
  const history = await findHistory(parts, visitor, id);
  if (!history) return showNothing(ctx, visitor, unknown);
  const conditions = renderConditions(parts, visitor);
  ctx.body = renderFrame(
    { title: `Invoice ${id}`, visitor, basePath: visitor.basePath, notice: readNotice(ctx.query), place: '/sandbox' },
    html`<p class="crumbs"><a href="${visitor.basePath}/sandbox">Invoices</a></p>
${renderLive(renderInvoice(history, conditions, visitor), visitor, `invoices/${id}`, summarize(history, conditions))}`,
  );
}

/** Returns the state of an invoice's page, for its event stream. Returns undefined if the account has no invoice with this id. */
export async function stateOfInvoice(parts: ConsoleParts, visitor: Visitor, id: string): Promise<string | undefined> {
  const history = await findHistory(parts, visitor, id);
  return history && stateOf(summarize(history, renderConditions(parts, visitor)));
}

function summarize(history: InvoiceHistory, conditions: Html | undefined): string {
  return summarizeHistory(history) + (conditions?.html ?? '');
}

/** Simulates a payment and submits its receipt to the API: `POST /sandbox/invoices/{id}/payments`. */
export async function playByForm(ctx: Context, parts: ConsoleParts, visitor: Visitor, id: string): Promise<void> {
  const { services, sandbox } = parts;
  const form = await readConsoleForm(ctx, parts);
  const now = services.now();
  const invoice = await services.store.readInvoice(visitor.principal.accountId, id, now);
  if (!invoice) return showNothing(ctx, visitor, unknown);
  const path = `${visitor.basePath}/sandbox/invoices/${id}`;
  const action = sandboxActions.find(({ name }) => name === form.action);
  // The missing amount is computed even for a paid invoice, because the page may be outdated. Only the API decides whether the
  // invoice accepts another payment.
  const missing = Math.max(1, invoice.amount - (invoice.paidAmount ?? 0));
  const amount = action && sandboxAmount(action.name, missing);
  if (!action || amount === undefined) return seeOther(ctx, path);
  const order = { amount, outcome: action.outcome };
  const webReceipt = await playPayment(invoice, order, sandbox.identity, now, services.randomBytes);
  const body = JSON.stringify({ invoiceId: id, webReceipt });
  const problem = problemOfResponse(await callApi(ctx, parts, visitor, operationTable.submitReceipt.path, body));
  seeOther(ctx, `${path}?${problem ? `refused=${problem.code}` : 'done=paid'}`);
}

/** Sends a callback again: `POST /sandbox/invoices/{id}/callbacks`. */
export async function resendByForm(ctx: Context, parts: ConsoleParts, visitor: Visitor, id: string): Promise<void> {
  const { store, now } = parts.services;
  const { event = '' } = await readConsoleForm(ctx, parts);
  const { accountId } = visitor.principal;
  if (!(await store.readInvoice(accountId, id, now()))) return showNothing(ctx, visitor, unknown);
  const isSent = await store.resendEvent(accountId, event, now());
  seeOther(ctx, `${visitor.basePath}/sandbox/invoices/${id}?${isSent ? 'done=resent' : 'refused=callback'}`);
}
