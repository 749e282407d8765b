import { type FinalStatus, isFinal } from '../../engine/invoice.ts';
import { type Html, html } from '../html-page.ts';
import { drawQrCodeOnce } from './draw-qr-code.ts';
import { moneyText } from './money-text.ts';
import { type NoticeName, notices } from './notices.ts';
import { isOpen, type PageModel } from './page-model.ts';
import { frameOf, renderDocument } from './render-document.ts';
import { renderFacts } from './render-facts.ts';
import { renderReturn, secondsToReturn } from './render-return.ts';
import { renderSandboxForm } from './render-sandbox-form.ts';
import { headlineOf, iconOf, renderLastWords, wordsOf } from './status-words.ts';
import { countdownText, momentText } from './time-text.ts';

/** Seconds until a browser without script loads the page again. */
const secondsToRefresh = 10;

/** Options of a page beside its invoice. */
export interface PageOptions {
  /** Goes with each form, and is compared with the cookie. */
  formToken: string;
  notice?: NoticeName | undefined;
  /** The payer does not want to be sent back. */
  stays?: boolean;
}

/** Renders the page of an invoice in any of its states. */
export function renderInvoice(page: PageModel, { formToken, notice, stays = false }: PageOptions): string {
  const leaves = page.status === 'PAID' && !stays;
  const main = html`<main id="main" data-state="${page.state}" data-status-path="${page.path}/status" data-page-path="${page.path}"${attributes(page)}>
<section class="card">
<p class="status ${page.status.toLowerCase()}">${iconOf(page.status)}<span>${wordsOf(page.status)}</span></p>
${notice && html`<p class="notice">${notices[notice]}</p>`}
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
  const title = `${wordsOf(page.status)}: ${moneyText(page.amount)} to ${page.cashTag}`;
  return renderDocument({ title, ...frameOf(page), refresh }, main);
}

/** Renders attributes for the script, which polls as long as there is time left to count down. */
function attributes(page: PageModel): Html | undefined {
  return isOpen(page) ? html` data-time-left="${page.timeLeft}"` : undefined;
}

function renderOpen(page: PageModel): Html {
  const part = page.paid > 0;
  return html`<p class="amount">${moneyText(page.missing)}</p>
${
  part
    ? html`<p id="progress-words">${moneyText(page.paid)} of ${moneyText(page.amount)} has arrived. Pay what is missing.</p>
<progress aria-labelledby="progress-words" max="${page.amount}" value="${page.paid}"></progress>`
    : undefined
}
<p class="timer"><span class="soft">Time left</span> <span id="countdown" role="timer">${countdownText(page.timeLeft)}</span> <span class="soft">until <time datetime="${new Date(page.expiresAt).toISOString()}">${momentText(page.expiresAt)}</time></span></p>
${renderFacts(page)}
${renderReceiptStep(page)}`;
}

function renderReceiptStep({ isWhiteLabel, path, isSandbox }: PageModel): Html {
  if (isWhiteLabel)
    return html`<p class="soft">After the payment you are given a web receipt. Hand it to the shop that sent you here.</p>`;
  return html`<p class="return"><a class="button ${isSandbox ? '' : 'primary'}" href="${path}/receipt">I have paid: enter the web receipt</a></p>`;
}

function renderOver(page: PageModel, status: FinalStatus): Html {
  return html`${renderLastWords(page, status)}
${renderFacts(page)}`;
}

function renderAside(page: PageModel, formToken: string): Html {
  return html`<aside>
${page.isSandbox ? renderSandboxForm(page, formToken) : undefined}
<section class="card scan" aria-labelledby="scan-words">
${drawQrCodeOnce(page.url, 'QR code with the address of this page')}
<p id="scan-words" class="soft">Scan to pay with another device.</p>
</section>
</aside>`;
}
