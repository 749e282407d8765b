/**
 * Encodes text that others wrote for the places where it leaves the suite: a terminal, a build server, XML and HTML. A
 * shell has its own rules: `render-curl.ts`.
 */
import { showMarks } from './marks.ts';
import { ownCodes } from './paint.ts';

/** Characters that a reader cannot see, or that would move the cursor, turn the text around or break the line. */
const unseen = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\ufeff]/gu;

const names: Record<string, string> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' };

const showOne = (one: string): string =>
  names[one] ?? `\\u${(one.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;

export const isUnseen = (text: string): boolean => text.search(unseen) !== -1;

/** Writes characters that cannot be seen as escapes: a byte order mark shows, and no response breaks the layout. */
export function showUnseen(text: string): string {
  return showMarks(text).replace(unseen, showOne);
}

/** Cuts a text in its middle: what is wrong with a long value often stands at its end. */
export function cutText(text: string, most: number): string {
  const shown = showMarks(text);
  if (shown.length <= most) return shown;
  const tail = Math.floor(most / 4);
  return `${shown.slice(0, most - tail)} … (${shown.length} characters) … ${shown.slice(-tail)}`;
}

/**
 * Encodes everything that is printed: its lines and colours stay, and nothing else that a terminal obeys. A value within
 * a line has to be encoded before, because here its line breaks look like ours.
 * @param runner true on GitHub Actions, which obeys `::` at the beginning of a line, and `##[` anywhere in it
 */
export function encodePrinted(text: string, runner: boolean): string {
  const shown = text
    // No other code: one could hide what stands behind it.
    .split(ownCodes)
    .map((part, at) => (at % 2 === 1 ? part : part.replace(/[^\n]+/g, showUnseen)))
    .join('');
  return runner ? shown.replaceAll('##[', '##\\[').replace(/^([^\S\n\r\u2028\u2029]*)::/gm, '$1\\::') : shown;
}

/**
 * Encodes a command of GitHub Actions, in which nothing ends it or becomes another.
 * https://docs.github.com/actions/reference/workflow-commands-for-github-actions
 */
export function encodeCommand(kind: string, title: string, message: string): string {
  const data = (text: string): string =>
    text
      .replace(/[^\n]+/g, showUnseen)
      .replaceAll('##[', '##\\[')
      .replace(/[%\r\n]/g, percent);
  return `::${kind} title=${data(title).replace(/[:,]/g, percent)}::${data(message)}`;
}

const percent = (character: string): string => `%${character.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`;

const references = (text: string, special: RegExp): string =>
  text.replace(special, (character) => `&#${character.charCodeAt(0)};`);

/** Encodes text and attributes of XML. Halves of characters, which it cannot hold, become U+FFFD. */
export function encodeXml(text: string): string {
  const shown = text.replace(/[^\n\r\t]+/g, showUnseen).replace(/[\p{Cs}\ufffe\uffff]/gu, '\ufffd');
  return references(shown, /[&<>"\t\n\r]/g);
}

/** Encodes text and attributes of HTML; its line breaks and tabs stay. */
export function encodeHtml(text: string): string {
  return references(text.replace(/[^\n\r\t]+/g, showUnseen), /[&<>"']/g);
}

/** Encodes text of Markdown: what could mean something to it, to HTML or to a finder of links and names. */
export function encodeMarkdown(text: string): string {
  return showUnseen(text).replace(/[^a-zA-Z0-9 ]/gu, (one) => `&#${one.codePointAt(0)};`);
}
