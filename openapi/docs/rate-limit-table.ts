import type { RateLimit } from '../reader/list-rate-limits.ts';
import type { Contract } from '../reader/read-contract.ts';
import { escapeHtml } from './escape-html.ts';
import { samplesFolderOf } from './read-samples.ts';
import { renderTable } from './render-markdown.ts';

/** Renders every rate limit as an HTML table, a row for each operation, and one for what is counted beside operations. */
export function rateLimitTable({ operations, rateLimits }: Contract): string {
  const rows = [...Map.groupBy(rateLimits, ({ of }) => of)].map(([of, limits]) => {
    const isOperation = operations.some(({ id }) => id === of);
    const what = isOperation ? `<a href="#${samplesFolderOf(of)}"><code>${escapeHtml(of)}</code></a>` : 'failed authentication';
    return `<tr><th scope="row">${what}</th><td>${limits.map(describeLimit).join(', ')}</td></tr>`;
  });
  return renderTable('<tr><th scope="col">What</th><th scope="col">Limit</th></tr>', rows.join(''));
}

/** Says a rate limit in words: `60 a minute for an account`. */
export function describeLimit({ requests, failures, seconds, per }: RateLimit): string {
  return `${Number.isNaN(requests) ? failures : requests} ${inWords(seconds)} for ${/^[aeiou]/.test(per) ? 'an' : 'a'} ${escapeHtml(per)}`;
}

const units = new Map([
  [1, 'a second'],
  [60, 'a minute'],
  [3600, 'an hour'],
  [86_400, 'a day'],
]);

const inWords = (seconds: number): string => units.get(seconds) ?? `in ${seconds} seconds`;
