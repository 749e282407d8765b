import { isNode, type Node, textOf } from '../reader/json.ts';
import { escapeHtml, inlineCode } from './escape-html.ts';

/** Renders the link to further documentation (`externalDocs`); empty where there is none. */
export function renderReferral({ externalDocs }: Node): string {
  if (!isNode(externalDocs)) return '';
  const url = textOf(externalDocs.url);
  return `<p>More: <a href="${escapeHtml(url)}">${inlineCode(textOf(externalDocs.description) || url)}</a></p>`;
}
