import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Reads the style of a page from its files, behind what all pages have in common. */
export function readStyle(...names: string[]): string {
  return ['base.css', ...names].map((file) => readFileSync(join(import.meta.dirname, file), 'utf8')).join('');
}
