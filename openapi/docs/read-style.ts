import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Reads a page's style sheet: the common files, then the given ones. */
export function readStyle(...names: string[]): string {
  return ['base.css', ...names].map((file) => readFileSync(join(import.meta.dirname, file), 'utf8')).join('');
}
