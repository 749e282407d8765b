import { type Html, html } from '../pages/html-page.ts';
import { indentJson } from './indent-json.ts';
import type { Header } from './journal.ts';
import { plainText } from './plain-text.ts';

/** One half of a request and its response, as it went over the wire. */
export interface Message {
  /** Names the half to a reader. */
  words: string;
  firstLine: string;
  headers: readonly Header[];
  body: string;
}

/** Characters of a body that are shown among other things; a page of its own shows all of it. */
export const shownCharacters = 4_000;

/** Renders a request or a response. `id` is that of its element on the page. */
export function renderMessage({ words, firstLine, headers, body }: Message, id: string, isWhole = false): Html {
  const isCut = !isWhole && body.length > shownCharacters;
  const shown = isCut ? body.slice(0, shownCharacters) : indentJson(body);
  const lines = [firstLine, ...headers.map(([name, value]) => `${name}: ${value}`)];
  return html`<div class="message">
<p class="half" id="${id}">${words}</p>
<pre tabindex="0" role="group" aria-labelledby="${id}">${plainText(lines.join('\n'))}${body === '' ? '' : `\n\n${plainText(shown)}`}${isCut ? `\n… ${body.length - shownCharacters} more characters` : ''}</pre>
</div>`;
}
