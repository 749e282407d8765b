import { hash } from 'node:crypto';
import { type Html, html } from '../web/html-page.ts';
import type { Visitor } from './visitor.ts';

/** Returns a word that changes whenever the live part of a page does. */
export function stateOf(content: Html): string {
  return hash('sha256', content.html).slice(0, 16);
}

/** Renders the part of a page that renews itself. `feed` is the path below the console that tells of its changes. */
export function renderLive(content: Html, { basePath }: Visitor, feed: string): Html {
  return html`<div id="live" data-feed="${basePath}/sandbox/live/${feed}" data-state="${stateOf(content)}">
${content}
</div>`;
}
