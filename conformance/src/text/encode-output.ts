/** Encodes text that others wrote for a terminal, a build server, XML and HTML. For shells, see `render-curl.ts`. */
import { showMarks } from './marks.ts';

/** Characters that are invisible, move the cursor, reverse the text direction or break the line. */
const unseen = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\ufeff]/gu;

const names: Record<string, string> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' };

const showOne = (one: string): string =>
  names[one] ?? `\\u${(one.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;

export const isUnseen = (text: string): boolean => text.search(unseen) !== -1;

/** Replaces invisible characters by escapes, so that a byte order mark shows and no response breaks the layout. */
export function showUnseen(text: string): string {
  return showMarks(text).replace(unseen, showOne);
}

/** Shortens a text in its middle, because the defect in a long value is often at its end. */
export function cutText(text: string, most: number): string {
  const shown = showMarks(text);
  if (shown.length <= most) return shown;
  const tail = Math.floor(most / 4);
  return `${shown.slice(0, most - tail)} … (${shown.length} characters) … ${shown.slice(-tail)}`;
}

/**
 * Encodes everything that is printed, except line breaks and the suite's own colour codes. Encode a value before you insert it in
 * a line: here its line breaks would look like the suite's own.
 * @param runner true on GitHub Actions, which obeys `::` at the beginning of a line, and `##[` anywhere in it
 */
export function encodePrinted(text: string, runner: boolean): string {
  const shown = text
    // All other codes are escaped, because one could hide the text after it.
    .split(ownCodes)
    .map((part, at) => (at % 2 === 1 ? part : part.replace(/[^\n]+/g, showUnseen)))
    .join('');
  return runner ? shown.replaceAll('##[', '##\\[').replace(/^([^\S\n\r\u2028\u2029]*)::/gm, '$1\\::') : shown;
}

/**
 * Encodes a command of GitHub Actions so that no part of its text can end it or start another.
 * @see https://docs.github.com/actions/reference/workflow-commands-for-github-actions
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

/** Encodes text and attributes for XML. Half surrogate pairs, which XML cannot hold, become U+FFFD. */
export function encodeXml(text: string): string {
  const shown = text.replace(/[^\n\r\t]+/g, showUnseen).replace(/[\p{Cs}\ufffe\uffff]/gu, '\ufffd');
  return references(shown, /[&<>"\t\n\r]/g);
}

/** Encodes text and attributes for HTML; keeps line breaks and tabs. */
export function encodeHtml(text: string): string {
  return references(text.replace(/[^\n\r\t]+/g, showUnseen), /[&<>"']/g);
}

/** Encodes text for Markdown: everything that Markdown, HTML or automatic linking could interpret. */
export function encodeMarkdown(text: string): string {
  return showUnseen(text).replace(/[^a-zA-Z0-9 ]/gu, (one) => `&#${one.codePointAt(0)};`);
}

const codes = { bold: '1', dim: '2', red: '31', green: '32', yellow: '33', cyan: '36' } as const;

/** Styles a text for a terminal, or returns it unchanged. */
export type Paint = (style: keyof typeof codes, text: string) => string;

/** Makes the function that styles texts: with colours, or without for a file, a pipe or a user who wants none. */
export function choosePaint(colour: boolean): Paint {
  return colour ? (style, text) => `\u001b[${codes[style]}m${text}\u001b[0m` : (_style, text) => text;
}

/** Matches the codes of these styles, to split a text at them. */
const ownCodes = new RegExp(`(${'\u001b'}\\[(?:0|${Object.values(codes).join('|')})m)`);
