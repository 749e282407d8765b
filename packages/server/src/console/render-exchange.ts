import { type Html, html } from '@payment-invoice/kit/pages';
import type { Header } from './journal.ts';
import { plainText } from './render-values.ts';

/** The maximum number of nested levels to indent. In deeper JSON, the indentation would be longer than the text. */
const deepest = 12;

/** Matches a token of JSON: a string, an empty object or array, a bracket, a comma, a colon, or the text between them. */
const part = /"[^"\\]*(?:\\.[^"\\]*)*"|\{\s*\}|\[\s*\]|[{}[\],:]|[^\s{}[\],:"]+/g;

/** Indents JSON without changing numbers or duplicate fields. Does not change other text, or JSON that is nested too deeply. */
export function indentJson(text: string): string {
  if (!isJson(text)) return text;
  let out = '';
  let depth = 0;
  const line = () => `\n${'  '.repeat(depth)}`;
  for (const [token] of text.matchAll(part)) {
    const isBegin = token === '{' || token === '[';
    const isEnd = token === '}' || token === ']';
    if (isBegin) depth += 1;
    if (isEnd) depth -= 1;
    if (depth > deepest) return text;
    if (isEnd) out += line() + token;
    else if (isBegin || token === ',') out += token + line();
    else out += token === ':' ? ': ' : token;
  }
  return out;
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** A request or a response as it was sent. */
export interface Message {
  /** The heading above the message. */
  words: string;
  firstLine: string;
  headers: readonly Header[];
  body: string;
}

/** The maximum number of characters of a body that are shown in a list. The page of a single request shows the whole body. */
export const shownCharacters = 4_000;

/** Renders a request or a response. `id` is the id of the message's element on the page. */
export function renderMessage({ words, firstLine, headers, body }: Message, id: string, isWhole = false): Html {
  const isCut = !isWhole && body.length > shownCharacters;
  const shown = isCut ? body.slice(0, shownCharacters) : indentJson(body);
  const lines = [firstLine, ...headers.map(([name, value]) => `${name}: ${value}`)];
  return html`<div class="message">
<p class="half" id="${id}">${words}</p>
<pre tabindex="0" role="group" aria-labelledby="${id}">${plainText(lines.join('\n'))}${body === '' ? '' : `\n\n${plainText(shown)}`}${isCut ? `\n… ${body.length - shownCharacters} more characters` : ''}</pre>
</div>`;
}
