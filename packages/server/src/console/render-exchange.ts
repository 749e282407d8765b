import { type Html, html } from '@payment-invoice/kit/pages';
import type { Header } from './journal.ts';
import { plainText } from './plain-text.ts';

/** The deepest nesting that is indented: indents of a deeper one would be longer than its text. */
const deepest = 12;

/** One part of JSON that the layout goes by: a string, something empty, a bracket, a comma, a colon, or whatever is between. */
const part = /"[^"\\]*(?:\\.[^"\\]*)*"|\{\s*\}|\[\s*\]|[{}[\],:]|[^\s{}[\],:"]+/g;

/**
 * Indents JSON without changing what was sent: a number keeps its digits, a field given twice stays there twice. Text that is no
 * JSON, or nested too deep, is returned as it is.
 */
export function indentJson(text: string): string {
  if (!isJson(text)) return text;
  let out = '';
  let depth = 0;
  const line = () => `\n${'  '.repeat(depth)}`;
  for (const [token] of text.matchAll(part)) {
    switch (token) {
      case '{':
      case '[':
        depth += 1;
        if (depth > deepest) return text;
        out += token + line();
        break;
      case '}':
      case ']':
        depth -= 1;
        out += line() + token;
        break;
      case ',':
        out += token + line();
        break;
      case ':':
        out += ': ';
        break;
      default:
        out += token;
    }
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
