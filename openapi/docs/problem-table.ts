import type { Problem } from './document.ts';
import { inlineCode } from './escape-html.ts';

/** The catalogue of problems as an HTML table, a row for each code; HTML because a cell of Markdown may hold no `|`. */
export function problemTable(problems: Record<string, Problem> = {}): string {
  const rows = Object.entries(problems)
    .map(([code, problem]) => ({ code, ...problem }))
    // Stable: within a status the contract's own order stays.
    .sort((a, b) => a.status - b.status)
    .map(
      ({ code, status, cause, cure }) =>
        `<tr id="problem-${code}"><td>${status}</td><td><code>${code}</code></td><td>${inlineCode(cause)}</td><td>${inlineCode(cure)}</td></tr>`,
    );
  const head = '<tr><th>HTTP</th><th>Code</th><th>Cause</th><th>Cure</th></tr>';
  return `<div class="guide-scroll"><table class="guide-table problems"><thead>${head}</thead><tbody>${rows.join('')}</tbody></table></div>`;
}
