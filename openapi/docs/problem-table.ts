import type { Contract } from '../reader/read-contract.ts';
import { inlineCode } from './escape-html.ts';
import { renderTable } from './render-markdown.ts';

/** Renders the catalogue of problems as an HTML table, a row for each code; HTML because a cell of Markdown may hold no `|`. */
export function problemTable(problems: Contract['problems']): string {
  const rows = problems
    // Stable: within a status the contract's own order stays.
    .toSorted((a, b) => a.status - b.status)
    .map(
      ({ code, status, title, cause, cure }) =>
        `<tr id="problem-${code}"><td>${status}</td><th scope="row"><code>${code}</code><br><span class="soft">${inlineCode(title)}</span></th><td>${inlineCode(cause)}</td><td>${inlineCode(cure)}</td></tr>`,
    );
  const head = ['HTTP', 'Code', 'Cause', 'Cure'].map((words) => `<th scope="col">${words}</th>`).join('');
  return renderTable(`<tr>${head}</tr>`, rows.join(''), 'problems');
}
