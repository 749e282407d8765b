import { scopesOf } from '../reader/list-scopes.ts';
import type { Contract } from '../reader/read-contract.ts';
import { escapeHtml, inlineCode } from './escape-html.ts';
import { samplesFolderOf } from './read-samples.ts';
import { renderTable } from './render-markdown.ts';

/** Renders the scopes as an HTML table: what each is for, and the operations that need it. */
export function scopeTable({ document, operations, scopes }: Contract): string {
  const rows = scopes.map(({ name, description }) => {
    const needing = operations
      .filter((operation) => scopesOf(document, operation).includes(name))
      .map(({ id }) => `<a href="#${samplesFolderOf(id)}"><code>${escapeHtml(id)}</code></a>`);
    return `<tr><th scope="row"><code>${escapeHtml(name)}</code></th><td>${inlineCode(description)}</td><td>${needing.join(', ')}</td></tr>`;
  });
  const head = ['Scope', 'Allows', 'Operations'].map((words) => `<th scope="col">${words}</th>`).join('');
  return renderTable(`<tr>${head}</tr>`, rows.join(''));
}
