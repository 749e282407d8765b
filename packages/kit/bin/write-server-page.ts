/** Writes the templates into SERVER.md. Prints the names of the changed files as JSON; with `--check` it writes nothing. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const room = join(import.meta.dirname, '..');
const file = join(room, 'SERVER.md');
const page = readFileSync(file, 'utf8');
const block = /^(<!-- skip: it is (templates\/[\w-]+\.ts)\b.* -->\n```ts\n)[\s\S]*?(?=^```$)/gm;
const written = page.replace(block, (_, head, template) => head + readFileSync(join(room, template), 'utf8'));
if (written !== page && !process.argv.includes('--check')) writeFileSync(file, written);
process.stdout.write(`${JSON.stringify(written === page ? [] : ['packages/kit/SERVER.md'])}\n`);
