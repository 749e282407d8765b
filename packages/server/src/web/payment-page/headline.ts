import { type Html, html } from '../html-page.ts';
import type { PageModel } from './page-model.ts';

/** Renders the name of who is paid: the merchant's, or else the tag. It is isolated, so that its direction of writing stays its own. */
export function renderWho({ merchant, cashTag }: PageModel): Html {
  return html`<bdi translate="no">${merchant ?? cashTag}</bdi>`;
}

/** Renders the heading. */
export function headlineOf(page: PageModel): Html {
  return page.words.headline[page.status](renderWho(page));
}
