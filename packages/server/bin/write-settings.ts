/**
 * Writes the table of settings into the README. The table depends on the contract, because each rate limit of an operation is a
 * setting. Prints the names of the changed files as JSON; with `--check` it writes nothing.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { settingTable } from '../src/settings/setting-table.ts';

const file = join(import.meta.dirname, '../README.md');
const page = readFileSync(file, 'utf8');
const rows = settingTable.map(({ name, help, isSecret }) => [`\`${name}\``, `${help}${isSecret ? '; environment only' : ''}`]);
const cells = [['Setting', 'Meaning'], [], ...rows];
const widths = [0, 1].map((column) => Math.max(...cells.map((row) => row[column]?.length ?? 0)));
const lines = cells.map((row) => widths.map((width, column) => row[column]?.padEnd(width) ?? '-'.repeat(width)));
const table = lines.map((row) => `| ${row.join(' | ')} |\n`).join('');
const written = page.replace(/^\| Setting .*\n(?:\|.*\n)*/m, () => table);
if (written !== page && !process.argv.includes('--check')) writeFileSync(file, written);
process.stdout.write(`${JSON.stringify(written === page ? [] : ['packages/server/README.md'])}\n`);
