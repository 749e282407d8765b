import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Reads the style of a page, behind what all of them have in common. */
export function readStyle(name: string): string {
  return ['base.css', name].map((file) => readFileSync(join(import.meta.dirname, file), 'utf8')).join('');
}
