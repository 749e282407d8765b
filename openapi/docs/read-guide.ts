import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { withoutMarks } from './check-prose.ts';
import { renderMarkdown } from './render-markdown.ts';

/**
 * Reads `# Title` and the text below it; `insert` makes the HTML that replaces a line `<!-- insert: NAME -->`.
 * Throws an Error naming the file when there is no title or an unknown insert.
 */
export function readGuide(file: string, insert: (name: string) => string): { title: string; html: string } {
  const [first = '', ...rest] = readFileSync(file, 'utf8').split('\n');
  const title = /^# (.+)$/.exec(first)?.[1];
  if (!title) throw new Error(`${file} does not begin with a line "# Title".`);
  const inserted: string[] = [];
  const lines = rest.map((line) => {
    const name = /^<!-- insert: (.+) -->$/.exec(line)?.[1];
    if (name === undefined) return line;
    inserted.push(insert(name));
    return `<!-- inserted ${inserted.length - 1} -->`;
  });
  // In the repository a guide links to its neighbour's file; here the neighbour is a section, and documents lie beside the page.
  const text = withoutMarks(lines.join('\n'))
    .replace(/\]\(([\w-]+)\.md(?:#[\w-]+)?\)/g, '](#$1)')
    .replace(/\]\(\.\.\/(generators|arazzo)\//g, ']($1/');
  const html = renderMarkdown(text, { id: basename(file, '.md'), deeper: 1, holdsHtml: true });
  // After the Markdown, which would take code and tables apart.
  return { title, html: html.replace(/<!-- inserted (\d+) -->/g, (_, index) => inserted[Number(index)] ?? '') };
}
