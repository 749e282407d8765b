/** Writes the guides into the given folder as plain Markdown, with each `<!-- insert: … -->` line replaced by its content. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readOwnContract } from '../docs/list-prose.ts';
import { createGuideReader, guides } from '../docs/read-guide.ts';

const [folder] = process.argv.slice(2);
if (folder === undefined) throw new Error('Name the folder to write the guides into.');
mkdirSync(folder, { recursive: true });
const { read } = createGuideReader(readOwnContract(), 'files');
for (const name of Object.values(guides).flat()) {
  const { title, text } = read(name);
  // Removes the comment lines that mark the parts of a guide that programs rewrite.
  writeFileSync(join(folder, `${name}.md`), `# ${title}\n${text.replace(/^<!-- .* -->\n/gm, '')}`);
}
