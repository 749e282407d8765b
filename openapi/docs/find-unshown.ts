import { toPointer } from '../reader/follow-reference.ts';
import type { Place } from '../reader/json.ts';
import type { Contract } from '../reader/read-contract.ts';
import { walkDocument } from '../reader/walk-document.ts';
import { renderMarkdown } from './render-markdown.ts';

/** Words of the contract that are for readers. */
const keys = ['description', 'summary', 'title', 'text', 'cause', 'cure'];

/**
 * Finds words of the contract that no page of the docs shows: what stands at a place that nobody renders would be followed by
 * silence. Returns their places as JSON pointers.
 */
export function findUnshown({ document }: Contract, pages: readonly string[]): string[] {
  const shown = pages.map(wordsOf);
  return [...walkDocument(document)].flatMap(({ node, at }) =>
    keys.flatMap((key) => {
      const text: unknown = node[key];
      if (typeof text !== 'string' || isOfGenerators(at)) return [];
      // A guide may take one paragraph of a text, and leave the others where they were.
      const isShown = text.split(/\n{2,}/).every((paragraph) => {
        const words = wordsOf(renderMarkdown(paragraph, { id: '' }));
        return shown.some((page) => page.includes(words));
      });
      return isShown ? [] : [toPointer([...at, key])];
    }),
  );
}

/** Tells an example of a parameter: it is there for tools that send it, and the text of the parameter says its form. */
function isOfGenerators(at: Place): boolean {
  return at.at(-2) === 'examples' && at.includes('parameters');
}

/** Reduces HTML to its words, one space between them. */
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
