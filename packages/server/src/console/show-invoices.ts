import { operationTable } from '@payment-invoice/generated';
import { currencyOf, expireIfDue, type Invoice } from '@payment-invoice/kit/lifecycle';
import { textOfCents } from '@payment-invoice/kit/money';
import { type Html, html } from '@payment-invoice/kit/pages';
import type { Context } from 'koa';
import type { Form } from '../pages/read-fields.ts';
import { seeOther } from '../payment-page/take-receipt.ts';
import { readNotice, renderConditions, renderFrame, renderLive } from './render-frame.ts';
import { plainText, renderStatus, renderTime } from './render-values.ts';
import { type ConsoleParts, callApi, type ProblemBody, problemOfResponse, readConsoleForm, type Visitor } from './visitor.ts';

/** A field of the form. `name` is its name in the contract. */
interface Field {
  name: string;
  words: string;
  hint?: string;
  inputMode?: string;
}

const fields: readonly Field[] = [
  { name: 'cashTag', words: 'Recipient (cashTag)' },
  { name: 'amount', words: 'Amount', inputMode: 'decimal' },
  { name: 'callbackUrl', words: 'Callback URL', hint: 'Optional. A sandbox also accepts http to this machine.' },
  { name: 'returnUrl', words: 'Return URL', hint: 'Optional.' },
  { name: 'idempotencyKey', words: 'Idempotency key', hint: 'Optional. Sending the same key twice creates only one invoice.' },
];

const usual: Form = { cashTag: '$coffeeshop', amount: '12.50' };

/** Renders the form that creates an invoice. After a failed attempt, it contains the entered values and the API's errors. */
function renderCreateForm({ basePath, formToken }: Visitor, filled: Form = usual, problem?: ProblemBody): Html {
  const errors = problem?.errors ?? [];
  return html`<section class="card" aria-labelledby="create">
<h2 id="create" tabindex="-1">Create an invoice</h2>
${problem && renderProblem(problem, basePath)}
<form class="stacked" method="post" action="${basePath}/sandbox/invoices">
<input type="hidden" name="form" value="${formToken}">
${fields.map((field) => renderField(field, filled[field.name] ?? '', errors.find(({ pointer }) => pointer === `/${field.name}`)?.detail))}
<p class="check"><input type="checkbox" id="isWhiteLabel" name="isWhiteLabel" value="true"${filled.isWhiteLabel ? html` checked` : undefined}> <label for="isWhiteLabel">White-labelled</label></p>
<button class="primary">Create invoice</button>
</form>
</section>`;
}

/** Renders the reason why no invoice was created. Errors about single fields are shown next to the fields instead. */
function renderProblem({ code, title, detail = '', errors = [] }: ProblemBody, basePath: string): Html {
  const elsewhere = errors.filter(({ pointer }) => !fields.some(({ name }) => pointer === `/${name}`));
  const why = errors.length === 0 ? detail : elsewhere.map((error) => error.detail).join(' ');
  return html`<p class="error" role="alert">Nothing was created. ${title}. ${why} <a href="${basePath}/problems/${code}">${code}</a></p>`;
}

function renderField({ name, words, hint, inputMode }: Field, value: string, error: string | undefined): Html {
  const described = [...(hint ? [`${name}-hint`] : []), ...(error ? [`${name}-error`] : [])].join(' ');
  return html`<p class="field">
<label for="${name}">${words}</label>
<input id="${name}" name="${name}" value="${value}" autocomplete="off" spellcheck="false"${inputMode && html` inputmode="${inputMode}"`}${described && html` aria-describedby="${described}"`}${error && html` aria-invalid="true"`}>
${hint && html`<span class="hint" id="${name}-hint">${hint}</span>`}
${error && html`<span class="wrong" id="${name}-error">${error}</span>`}
</p>
`;
}

/** Shows the account's invoices, and the form that creates one: `GET /sandbox`. */
export const showInvoices = (ctx: Context, parts: ConsoleParts, visitor: Visitor): Promise<void> => show(ctx, parts, visitor);

/** Creates an invoice from the form: `POST /sandbox/invoices`. If the API rejects it, shows the errors next to their fields. */
export async function createByForm(ctx: Context, parts: ConsoleParts, visitor: Visitor): Promise<void> {
  const form = await readConsoleForm(ctx, parts);
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
  ctx.body = renderFrame(
    { title: 'Invoices', visitor, basePath: visitor.basePath, notice: readNotice(ctx.query), place: '/sandbox' },
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

/** Returns the query parameter `before`, the id of the last invoice on the previous page of the list. */
export function beforeOf({ query }: Context): string | undefined {
  const { before } = query;
  return typeof before === 'string' && /^\w{1,64}$/.test(before) ? before : undefined;
}

/** Writes the body of a create request. Empty fields are omitted. The amount is copied as it was typed. */
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

const perPage = 25;

/** Renders a page of the list of invoices, newest first. `before` is the id of the last invoice on the previous page. */
export async function renderInvoiceList(parts: ConsoleParts, visitor: Visitor, before?: string): Promise<Html> {
  const { store, now } = parts.services;
  const { invoices, next } = await store.listInvoices(visitor.principal.accountId, perPage, before);
  const path = `${visitor.basePath}/sandbox`;
  const at = now();
  return html`${renderConditions(parts, visitor)}
${
  invoices.length === 0
    ? html`<p class="empty">${before || next ? 'No more of your invoices here.' : 'No invoices yet. Create the first one with the form, or with your program: it shows up here by itself.'}</p>`
    : html`<table class="list">
<thead><tr><th scope="col">Status</th><th scope="col" class="number">Amount</th><th scope="col">To</th><th scope="col">Created, UTC</th><th scope="col">Invoice</th></tr></thead>
<tbody>
${invoices.map((invoice) => renderRow(expireIfDue(invoice, at), path))}
</tbody>
</table>`
}
${renderPages(path, before, next)}`;
}

/** Renders the links to the first page of a list, and to the page after the item with the id `next`. */
export function renderPages(path: string, before: string | undefined, next: string | undefined): Html | undefined {
  if (!before && !next) return undefined;
  return html`<nav class="pages" aria-label="Pages">${before && html`<a href="${path}">Newest</a>`}${next && html`<a href="${path}?before=${encodeURIComponent(next)}">Older</a>`}</nav>`;
}

function renderRow(invoice: Invoice, path: string): Html {
  const { id, status, amount, paidAmount, cashTag, createdAt } = invoice;
  return html`<tr>
<td>${renderStatus(status)}</td>
<td class="number">${textOfCents(amount)} ${currencyOf(invoice)}${paidAmount !== null && paidAmount !== amount ? html`<span class="soft block">${textOfCents(paidAmount)} paid</span>` : undefined}</td>
<td><bdi>${plainText(cashTag)}</bdi></td>
<td>${renderTime(createdAt)}</td>
<td><a class="code" href="${path}/invoices/${id}">${id}</a></td>
</tr>
`;
}
