/**
 * Makes `dist/` of every room, as it is published: compiled code, and beside it the files that the code reads.
 * `npm run build`. Exit 1 when something does not compile.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, globSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';

const root = resolve(import.meta.dirname, '..');
/** Files that code reads at run time, and where it looks for them. */
const read = {
  'packages/server/src/**/browser/*.{css,js,svg}': ['packages/server', 'packages/server/dist'],
  'packages/generated/docs/*.html': ['packages/generated', 'packages/server/dist'],
} satisfies Record<string, [from: string, to: string]>;

const { status } = spawnSync('tsc', ['-b'], { cwd: root, stdio: 'inherit', shell: process.platform === 'win32' });
if (status !== 0) process.exit(1);
execFileSync('sh', ['scripts/docs-if-stale.sh'], { cwd: root, stdio: 'inherit' });
rmSync(join(root, 'packages/server/dist/docs'), { recursive: true, force: true });
for (const [pattern, [from, to]] of Object.entries(read)) {
  const files = globSync(pattern, { cwd: root });
  if (files.length === 0) throw new Error(`There is no ${pattern} to be published.`);
  for (const file of files) cpSync(join(root, file), join(root, to, file.slice(from.length)));
}
