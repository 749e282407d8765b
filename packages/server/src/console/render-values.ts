import type { InvoiceStatus } from '@payment-invoice/kit/lifecycle';
import { type Html, html } from '@payment-invoice/kit/pages';

/** Matches control characters, marks of writing direction and other characters that are invisible or affect the display. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: the expression looks for them
const unseen = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u00ad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff\ufff9-\ufffb]/g;

/** Replaces invisible characters with JSON escapes, so that the page shows exactly what was sent. */
export function plainText(text: string): string {
  return text.replace(unseen, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

/** Returns true if a string contains invisible characters. */
export const hasUnseen = (text: string): boolean => text.search(unseen) >= 0;

/** Formats a time as `2026-11-21 10:00:05` in UTC, the time zone of the API. The time is in milliseconds since 1970. */
export const timeText = (at: number): string => new Date(at).toISOString().slice(0, 19).replace('T', ' ');

export const renderTime = (at: number): Html => html`<time datetime="${new Date(at).toISOString()}">${timeText(at)}</time>`;

/** Formats a time span in its two largest units, as in `2 h 5 min`. The span is in milliseconds. */
export function spanText(span: number): string {
  const seconds = Math.round(span / 1000);
  const parts: [number, string][] = [
    [Math.floor(seconds / 86_400), 'd'],
    [Math.floor(seconds / 3600) % 24, 'h'],
    [Math.floor(seconds / 60) % 60, 'min'],
    [seconds % 60, 's'],
  ];
  const first = parts.findIndex(([count]) => count > 0);
  if (first < 0) return '0 s';
  const largest = parts.slice(first, first + 2).filter(([count]) => count > 0);
  return largest.map(([count, unit]) => `${count} ${unit}`).join(' ');
}

export function renderStatus(status: InvoiceStatus): Html {
  return html`<span class="status ${status.toLowerCase()}">${status}</span>`;
}

export function renderHttpStatus(status: number): Html {
  return html`<span class="status ${status < 400 ? 'paid' : status < 500 ? 'under_paid' : 'failed'}">${status}</span>`;
}
