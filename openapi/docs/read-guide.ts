import { readFileSync } from 'node:fs';
import { withoutMarks } from './check-prose.ts';

/** A guide, ready to be a section of the docs. */
export interface Guide {
  title: string;
  text: string;
}

/** Makes the text that replaces a guide's line `<!-- insert: NAME -->`. */
export type Inserts = (name: string) => string;

/**
 * Reads `# Title` and the text below it. Throws an Error naming the file when there is no title or an unknown insert.
 * Headings become HTML: Redoc would make a section of each Markdown heading and hide it until it is asked for.
 */
export function readGuide(file: string, insert: Inserts): Guide {
  const [first = '', ...rest] = readFileSync(file, 'utf8').split('\n');
  const title = /^# (.+)$/.exec(first)?.[1];
  if (!title) throw new Error(`${file} does not begin with a line "# Title".`);
  let fenced = false;
  const lines = rest.map((line) => {
    if (line.startsWith('```')) fenced = !fenced;
    const heading = fenced ? null : /^(##+) (.+)$/.exec(line);
    if (heading) return `<h${heading[1]?.length}>${heading[2]}</h${heading[1]?.length}>`;
    const name = /^<!-- insert: (.+) -->$/.exec(line)?.[1];
    return name === undefined ? line : insert(name);
  });
  // In the repository a guide links to its neighbour's file; here the neighbour is a section, and documents lie beside the page.
  const text = withoutMarks(lines.join('\n'))
    .replace(/\]\(([\w-]+)\.md\)/g, '](#/$1)')
    .replace(/\]\(\.\.\/(generators|arazzo)\//g, ']($1/');
  return { title, text: text.trim() };
}
