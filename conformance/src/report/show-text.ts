import { unseen } from '../http/unseen.ts';

const names: Record<string, string> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' };

/** Writes characters that cannot be seen as escapes: a byte order mark shows, and no response breaks the layout. */
export function showUnseen(text: string): string {
  return text.replace(
    unseen,
    (one) => names[one] ?? `\\u${(one.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`,
  );
}

/** Cuts a text in its middle: what is wrong with a long value often stands at its end. */
export function cutText(text: string, most: number): string {
  if (text.length <= most) return text;
  const tail = Math.floor(most / 4);
  return `${text.slice(0, most - tail)} … (${text.length} characters) … ${text.slice(-tail)}`;
}
