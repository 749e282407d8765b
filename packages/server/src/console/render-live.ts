import { hash } from 'node:crypto';
import { type Html, html } from '@payment-invoice/kit/pages';
import type { Visitor } from './visitor.ts';

/** Returns a word that changes whenever a text does. */
export function stateOf(text: string): string {
  return hash('sha256', text).slice(0, 16);
}

/**
 * Renders the part of a page that renews itself. `feed` is the path below the console that tells of its changes; `state` is a text
 * that changes with what is shown, and not with the time alone.
 */
export function renderLive(content: Html, { basePath }: Visitor, feed: string, state = content.html): Html {
  return html`<div id="live" data-feed="${basePath}/sandbox/live/${feed}" data-state="${stateOf(state)}">
${content}
</div>`;
}
