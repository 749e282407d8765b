import { hash } from 'node:crypto';
import { type Html, html } from '@payment-invoice/kit/pages';
import type { Visitor } from './visitor.ts';

/** Returns a short text that changes whenever the given text does. */
export function stateOf(text: string): string {
  return hash('sha256', text).slice(0, 16);
}

/**
 * Renders the part of a page that refreshes itself. `feed` is the path below the console that reports its changes. `state` is a
 * text that changes with what is shown, but not merely with time.
 */
export function renderLive(content: Html, { basePath }: Visitor, feed: string, state = content.html): Html {
  return html`<div id="live" data-feed="${basePath}/sandbox/live/${feed}" data-state="${stateOf(state)}">
${content}
</div>`;
}
