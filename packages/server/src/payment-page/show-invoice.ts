import { type FinalStatus, isFinal } from '@payment-invoice/kit/lifecycle';
import { textOfCents } from '@payment-invoice/kit/money';
import { type Html, html } from '@payment-invoice/kit/pages';
import type { Context } from 'koa';
import { sandboxActions, sandboxAmount } from '../sandbox/play-payment.ts';
import { drawQrCodeOnce } from './draw-qr-code.ts';
import { giveFormToken } from './form-guard.ts';
import { isOpen, type PageModel, type ReturnLink, stateOf } from './page-model.ts';
import { findInvoice, type PageServices } from './page-services.ts';
import { frameOf, renderDocument } from './render-document.ts';
import { headlineOf, iconOf, renderLastWords, wordsOf } from './status-words.ts';
import { type NoticeName, type PageWords, readNotice } from './words/page-words.ts';
import { countdownText, moneyText, renderMoment } from './write-values.ts';

export async function showInvoice(ctx: Context, services: PageServices, id: string): Promise<void> {
  const found = await findInvoice(ctx, services, id);
  if (!found) return;
  const formToken = tokenFor(ctx, services, found.page.path);
  ctx.body = renderInvoice(found.page, formToken, readNotice(ctx.query.after), 'stay' in ctx.query);
}

/** Responds when the page's script polls: returns the state of the page, and the remaining time in milliseconds. */
export async function showState(ctx: Context, { store, now }: PageServices, id: string): Promise<void> {
  const time = now();
  const invoice = await store.readPublicInvoice(id, time);
  ctx.type = 'application/json';
  ctx.status = invoice ? 200 : 404;
  ctx.body = JSON.stringify(
    invoice ? { state: stateOf(invoice), timeLeft: Math.max(0, invoice.expiresAt - time) } : { state: 'unknown', timeLeft: 0 },
  );
}

/** Returns the browser's CSRF token for forms. If the deployment uses TLS, the cookie with the token is sent only over TLS. */
export function tokenFor(ctx: Context, { baseUrl, randomBytes }: PageServices, path: string): string {
  return giveFormToken(ctx, path, baseUrl().startsWith('https:'), randomBytes);
}

/** How many seconds a payer sees the page after paying, before being sent back to the merchant. */
const secondsToReturn = 20;

/** Renders the link back to the merchant. `leaves` is true if the page sends the payer there automatically. */
function renderReturn({ href, host }: ReturnLink, page: PageModel, leaves: boolean): Html {
  const { words } = page;
  const where = html`<bdi>${host}</bdi>`;
  // The link is inconspicuous while the invoice is open, so that payers are not tempted to leave without paying.
  const style = isOpen(page) ? 'quiet' : page.status === 'PAID' ? 'button primary' : 'button';
  return html`<p class="return"><a class="${style}" id="return" href="${href}" rel="noreferrer"><span>${page.status === 'PENDING' ? words.leaveUnpaid(where) : words.returnTo(where)}</span></a></p>
${leaves ? html`<p id="leaving" data-seconds="${secondsToReturn}"><span class="soft">${words.leaving(html`<span id="seconds">${secondsToReturn}</span>`)}</span> <a id="stay" href="${page.path}?stay">${words.stay}</a></p>` : undefined}`;
}

/** The number of seconds after which a browser without scripts reloads the page. */
const secondsToRefresh = 10;

/** Renders the page of an invoice. `stays` is true if the payer has chosen to stay on the page. */
function renderInvoice(page: PageModel, formToken: string, notice: NoticeName | undefined, stays: boolean): string {
  const { words } = page;
  const leaves = page.status === 'PAID' && !stays;
  const main = html`<main id="main" data-state="${page.state}" data-status-path="${page.path}/status" data-page-path="${page.path}"${attributes(page)}>
<section class="card">
<p class="status ${page.status.toLowerCase()}">${iconOf(page.status)}<span>${wordsOf(page)}</span></p>
${notice && html`<p class="notice">${words.notices[notice]}</p>`}
<h1 id="headline" tabindex="-1">${headlineOf(page)}</h1>
${isFinal(page.status) ? renderOver(page, page.status) : renderOpen(page)}
${page.returnLink && renderReturn(page.returnLink, page, leaves)}
</section>
${isOpen(page) ? renderAside(page, formToken) : undefined}
</main>`;
  const back = leaves ? page.returnLink?.href : undefined;
  const refresh = isOpen(page)
    ? { seconds: secondsToRefresh, url: page.path }
    : back === undefined
      ? undefined
      : { seconds: secondsToReturn, url: back };
  const title = `${wordsOf(page)}: ${moneyText(page.amount, page)}, ${page.merchant ?? page.cashTag}`;
  return renderDocument({ title, ...frameOf(page), refresh }, main);
}

/** Renders the attribute that the script reads. If it is missing, the script does not poll. */
const attributes = (page: PageModel): Html | undefined => (isOpen(page) ? html` data-time-left="${page.timeLeft}"` : undefined);

function renderOpen(page: PageModel): Html {
  const { words, missing, paid, amount, timeLeft, expiresAt } = page;
  const progress = words.progress(moneyText(paid, page), moneyText(amount, page));
  return html`<p class="amount"><bdi>${moneyText(missing, page)}</bdi></p>
${
  paid > 0
    ? html`<p id="progress-words">${progress}</p>
<progress aria-labelledby="progress-words" max="${amount}" value="${paid}"></progress>`
    : undefined
}
<p class="timer"><span class="soft">${words.timeLeft}</span> <span id="countdown" role="timer">${countdownText(timeLeft)}</span> <span class="soft">${words.until} ${renderMoment(expiresAt, words)}</span></p>
${renderFacts(page)}
${renderSteps(page)}
${renderReceiptStep(page)}`;
}

/** Renders the link to the form for a receipt, except for a white-labelled invoice, whose merchant collects the receipts. */
function renderReceiptStep({ isWhiteLabel, path, isSandbox, words }: PageModel): Html | undefined {
  if (isWhiteLabel) return undefined;
  return html`<p class="return"><a class="button ${isSandbox ? '' : 'primary'}" href="${path}/receipt">${words.enterReceipt}</a></p>`;
}

function renderOver(page: PageModel, status: FinalStatus): Html {
  const print = html`<p class="return"><button type="button" class="button print" hidden>${page.words.print}</button></p>`;
  return html`${renderLastWords(page, status)}
${renderFacts(page)}
${status === 'PAID' ? print : undefined}`;
}

function renderAside(page: PageModel, formToken: string): Html {
  return html`<aside>
${page.isSandbox ? renderSandboxForm(page, formToken) : undefined}
<section class="card scan" aria-labelledby="scan-words">
${drawQrCodeOnce(page.url, page.words.scanLabel)}
<p id="scan-words" class="soft">${page.words.scan}</p>
</section>
</aside>`;
}

function renderSteps(page: PageModel): Html {
  const { words, app, missing, cashTag, note, isWhiteLabel } = page;
  const { steps } = words;
  const isolate = (text: string) => html`<bdi translate="no">${text}</bdi>`;
  const list = [
    steps.open(app === undefined ? undefined : isolate(app)),
    steps.send(isolate(moneyText(missing, page)), isolate(cashTag)),
    steps.note(isolate(note)),
    html`${isWhiteLabel ? steps.receiptToShop : steps.receipt}`,
  ];
  return html`<section class="steps" aria-labelledby="how">
<h2 id="how">${steps.heading}</h2>
<ol>${list.map((step) => html`<li>${step}</li>`)}</ol>
</section>`;
}

function renderSandboxForm(page: PageModel, formToken: string): Html {
  const { sandbox } = page.words;
  const buttons = sandboxActions.flatMap(({ name, showsAmount }) => {
    const amount = sandboxAmount(name, page.missing);
    if (amount === undefined) return [];
    const style = name === 'full' ? 'button primary' : 'button';
    return [
      html`<button class="${style}" name="action" value="${name}"><span>${sandbox.actions[name]}</span>${showsAmount ? html` <span>${moneyText(amount, page)}</span>` : undefined}</button>`,
    ];
  });
  return html`<section class="card" aria-labelledby="play">
<h2 id="play">${sandbox.heading}</h2>
<p class="soft">${page.isWhiteLabel ? sandbox.shows : sandbox.submits}</p>
<form method="post" action="${page.path}/sandbox" class="actions">
<input type="hidden" name="token" value="${formToken}">
${buttons}
</form>
</section>`;
}

/** Renders the facts about a payment, marked so that browsers do not translate them. Copy buttons work only with the script. */
function renderFacts(page: PageModel): Html {
  const { cashTag, note, amount, missing, receiptId, status, paidAt, words } = page;
  const { facts } = words;
  const open = isOpen(page);
  const copy = (id: string, name: string, text?: string) => (open ? copyButton({ id, name, text, words }) : undefined);
  const tagName = open ? facts.payTo : facts.recipient;
  const amountName = open ? facts.exactly : facts.amount;
  const due = open ? missing : amount;
  const money = html`<bdi id="due">${moneyText(due, page)}</bdi>`;
  return html`<dl>
${fact(tagName, html`<bdi id="tag" translate="no">${cashTag}</bdi>`, copy('tag', tagName))}
${fact(amountName, money, copy('due', amountName, textOfCents(due)))}
${fact(facts.note, html`<bdi id="note" class="code" translate="no">${note}</bdi>`, copy('note', facts.note), open ? facts.noteRemark : undefined)}
${status === 'PAID' && paidAt !== undefined ? fact(facts.paidOn, renderMoment(paidAt, words, true)) : undefined}
${status === 'PAID' && receiptId !== null ? fact(facts.receipt, html`<bdi class="code" translate="no">${receiptId}</bdi>`) : undefined}
</dl>`;
}

function fact(name: string, value: Html, copy?: Html, remark?: string): Html {
  return html`<div><dt>${name}</dt><dd><span class="value">${value}${copy}</span>${remark && html`<span class="remark">${remark}</span>`}</dd></div>`;
}

/** The contents of a button that copies text. */
export interface CopyButton {
  /** The id of the element with the text to copy. The text is selected if the browser does not let scripts copy. */
  id: string;
  name: string;
  /** The text to copy, if it is not the element's text. */
  text?: string | undefined;
  style?: string;
  words: PageWords;
}

/** Renders a button that copies text. It stays hidden without the script. */
export function copyButton({ id, name, text, style = 'copy small', words }: CopyButton): Html {
  return html`<button type="button" class="${style}" data-copy="${id}"${text && html` data-text="${text}"`} hidden><span>${words.facts.copy}</span><span class="unseen"> ${name.toLowerCase()}</span></button>`;
}
