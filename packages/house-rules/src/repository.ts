import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

export const root = resolve(import.meta.dirname, '../../..');

/** Lists the files that are committed or could be, relative to the root. Asks git or, without git, walks through the folders. */
export function listFiles(): string[] {
  let files: string[];
  try {
    // Allows a checkout that belongs to another user, which git refuses by default.
    const args = ['-c', `safe.directory=${root}`, 'ls-files', '-coz', '--exclude-standard'];
    files = execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).split('\0');
  } catch {
    files = walk('', readIgnored());
  }
  const there = files.filter((file) => file !== '' && existsSync(join(root, file)));
  if (there.length === 0) throw new Error(`No files found under ${root}: the rules have nothing to check.`);
  return [...new Set(there)].sort();
}

export function readText(file: string): string {
  return readFileSync(join(root, file), 'utf8');
}

/** Lists the files that no rule of `.gitignore` excludes. Exported for its test. */
export function walk(folder: string, ignored: readonly RegExp[]): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
    if (entry.name === '.git' || ignored.some((rule) => rule.test(entry.isDirectory() ? `${path}/` : path))) return [];
    return entry.isDirectory() ? walk(path, ignored) : [path];
  });
}

/** Reads our `.gitignore`, which has three kinds of lines: `name/`, `path/to/name/` and `*.ending`. */
export function readIgnored(): RegExp[] {
  return readText('.gitignore')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => {
      const anchored = line.slice(0, -1).includes('/');
      const rule = line
        .replace(/^\//, '')
        .replace(/[.+^${}()|[\]\\]/g, '\\$&')
        .replaceAll('*', '[^/]*');
      return new RegExp(`${anchored ? '^' : '(?:^|/)'}${rule}${line.endsWith('/') ? '' : '/?$'}`);
    });
}
