/** Encodes text from outside for a terminal, a build server, XML and HTML. `render-curl.ts` encodes such text for shells. */
import { showMarks } from './marks.ts';

/** Characters that are invisible, move the cursor, change the text direction or break the line. */
const unseen = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\ufeff]/gu;

const names: Record<string, string> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' };

const showOne = (one: string): string =>
  names[one] ?? `\\u${(one.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;

export const isUnseen = (text: string): boolean => text.search(unseen) !== -1;

/** Replaces invisible characters with escapes. So a byte order mark becomes visible, and a response cannot break the layout. */
export const showUnseen = (text: string): string => showMarks(text).replace(unseen, showOne);

/** Shortens a string in the middle, because a defect in a long value is often near its end. */
export function cutText(text: string, most: number): string {
  const shown = showMarks(text);
  if (shown.length <= most) return shown;
  const tail = Math.floor(most / 4);
  return `${shown.slice(0, most - tail)} … (${shown.length} characters) … ${shown.slice(-tail)}`;
}

/**
 * Encodes text before it is printed. Keeps line breaks and the suite's own colour codes, so a value must be encoded before it
 * becomes a part of the text.
 * @param runner true on GitHub Actions, which interprets `::` at the beginning of a line, and `##[` anywhere in it
 */
export function encodePrinted(text: string, runner: boolean): string {
  const shown = text
    // Escapes all control codes other than the suite's colours, because one of them could hide the text after it.
    .split(ownCodes)
    .map((part, at) => (at % 2 === 1 ? part : part.replace(/[^\n]+/g, showUnseen)))
    .join('');
  return runner ? shown.replaceAll('##[', '##\\[').replace(/^([^\S\n\r\u2028\u2029]*)::/gm, '$1\\::') : shown;
}

/**
 * Encodes a workflow command of GitHub Actions, so that no part of its text can end the command or start another one.
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

const references = (text: string, special: RegExp): string => text.replace(special, (one) => `&#${one.codePointAt(0)};`);

/** Encodes text for XML elements and attributes. Replaces unpaired surrogates, which XML cannot contain, with U+FFFD. */
export function encodeXml(text: string): string {
  const shown = text.replace(/[^\n\r\t]+/g, showUnseen).replace(/[\p{Cs}\ufffe\uffff]/gu, '\ufffd');
  return references(shown, /[&<>"\t\n\r]/g);
}

/** Encodes text for HTML elements and attributes. Keeps line breaks and tabs. */
export const encodeHtml = (text: string): string => references(text.replace(/[^\n\r\t]+/g, showUnseen), /[&<>"']/g);

/** Encodes text for Markdown. Escapes all characters that Markdown, HTML or automatic links could interpret. */
export const encodeMarkdown = (text: string): string => references(showUnseen(text), /[^a-zA-Z0-9 ]/gu);

const codes = { bold: '1', dim: '2', red: '31', green: '32', yellow: '33', cyan: '36' } as const;

/** Applies a style to text for a terminal. Without colours, returns the text unchanged. */
export type Paint = (style: keyof typeof codes, text: string) => string;

/** Returns a function that applies styles. Without colours, as for files and pipes, the function changes nothing. */
export const choosePaint = (colour: boolean): Paint =>
  colour ? (style, text) => `\u001b[${codes[style]}m${text}\u001b[0m` : (_style, text) => text;

/** Matches the control codes of these styles. The parentheses keep the codes when a string is split at them. */
const ownCodes = new RegExp(`(${'\u001b'}\\[(?:0|${Object.values(codes).join('|')})m)`);
