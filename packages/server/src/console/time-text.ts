import { type Html, html } from '@payment-invoice/kit/pages';

/** Writes a time (Unix time in milliseconds) as `2026-11-21 10:00:05` in UTC, the time zone of the API. */
export function timeText(at: number): string {
  return new Date(at).toISOString().slice(0, 19).replace('T', ' ');
}

export function renderTime(at: number): Html {
  return html`<time datetime="${new Date(at).toISOString()}">${timeText(at)}</time>`;
}

/** Writes a time span in milliseconds in its largest unit and the next one: `2 h 5 min`. */
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
  return parts
    .slice(first, first + 2)
    .filter(([count]) => count > 0)
    .map(([count, unit]) => `${count} ${unit}`)
    .join(' ');
}
