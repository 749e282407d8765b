import { toPointer } from '../reader/follow-reference.ts';
import type { Place } from '../reader/json.ts';
import type { Contract } from '../reader/read-contract.ts';
import { walkDocument } from '../reader/walk-document.ts';
import { renderMarkdown } from './render-markdown.ts';

/** The keys under which a contract contains text for readers. */
const keys = ['description', 'summary', 'title', 'text', 'cause', 'cure'];

/** Finds texts of the contract that no page shows, because no rendering code reads them. Returns JSON pointers. */
export function findUnshown({ document }: Contract, pages: readonly string[]): string[] {
  const shown = pages.map(wordsOf);
  return [...walkDocument(document)].flatMap(({ node, at }) =>
    keys.flatMap((key) => {
      const text: unknown = node[key];
      if (typeof text !== 'string' || isOfGenerators(at)) return [];
      // Each paragraph of a description may be on a different page: a guide, for example, may show only one of them.
      const isShown = text.split(/\n{2,}/).every((paragraph) => {
        const words = wordsOf(renderMarkdown(paragraph, { id: '' }));
        return shown.some((page) => page.includes(words));
      });
      return isShown ? [] : [toPointer([...at, key])];
    }),
  );
}

/** Returns whether a place is in an example of a parameter. Such examples are for tools; readers have the description. */
function isOfGenerators(at: Place): boolean {
  return at.at(-2) === 'examples' && at.includes('parameters');
}

/** Reduces HTML to its words, with single spaces between them. */
function wordsOf(html: string): string {
  const text = html
    .replace(/<(script|style)\b[\s\S]*?<\/\1>|<wbr>/g, '')
    .replace(/<[^<>]+>/g, ' ')
    .replace(/&#(\d+);/g, (_, code) => String.fromCharCode(Number(code)))
    .replaceAll('&quot;', '"')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&');
  return ` ${text.replace(/[^\p{L}\p{N}]+/gu, ' ').trim()} `;
}
