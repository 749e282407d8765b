import { type Html, html } from '../pages/html-page.ts';
import { isOpen, type PageModel } from './page-model.ts';
import type { ReturnLink } from './return-link.ts';

/** Seconds that a payer who has paid may look at the page before being sent back. */
export const secondsToReturn = 20;

/** Renders the way back to the merchant; `leaves` when the payer is sent there. */
export function renderReturn({ href, host }: ReturnLink, page: PageModel, leaves: boolean): Html {
  const { words } = page;
  const where = html`<bdi>${host}</bdi>`;
  // A payer who has not paid is not urged to go: the link is a way out, and no more.
  const style = isOpen(page) ? 'quiet' : page.status === 'PAID' ? 'button primary' : 'button';
  return html`<p class="return"><a class="${style}" id="return" href="${href}" rel="noreferrer"><span>${page.status === 'PENDING' ? words.leaveUnpaid(where) : words.returnTo(where)}</span></a></p>
${leaves ? html`<p id="leaving" data-seconds="${secondsToReturn}"><span class="soft">${words.leaving(html`<span id="seconds">${secondsToReturn}</span>`)}</span> <a id="stay" href="${page.path}?stay">${words.stay}</a></p>` : undefined}`;
}
