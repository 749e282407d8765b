import { cpSync, mkdirSync, rmSync } from 'node:fs';
import type { Place } from '../generators/generator.ts';

/** Makes the folder of a trial anew, with a copy of its sources, and the cache beside it. */
export function prepareFolder({ folder, cache }: Place, sources?: string): void {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  mkdirSync(cache, { recursive: true });
  if (sources !== undefined) cpSync(sources, folder, { recursive: true });
}
