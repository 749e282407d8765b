import type { Contract } from '../reader/read-contract.ts';
import { inlineCode } from './escape-html.ts';

/** Renders the catalogue of problems as an HTML table, a row for each code; HTML because a cell of Markdown may hold no `|`. */
export function problemTable(problems: Contract['problems']): string {
  const rows = problems
    // Stable: within a status the contract's own order stays.
    .toSorted((a, b) => a.status - b.status)
    .map(
      ({ code, status, cause, cure }) =>
        `<tr id="problem-${code}"><td>${status}</td><td><code>${code}</code></td><td>${inlineCode(cause)}</td><td>${inlineCode(cure)}</td></tr>`,
    );
  const head = '<tr><th>HTTP</th><th>Code</th><th>Cause</th><th>Cure</th></tr>';
  return `<div class="guide-scroll"><table class="guide-table problems"><thead>${head}</thead><tbody>${rows.join('')}</tbody></table></div>`;
}
