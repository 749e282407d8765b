import { cpSync, mkdirSync, rmSync } from 'node:fs';
import type { Place } from '../generators/generator.ts';

/** Recreates the folder of a trial with a copy of its sources, and creates the cache if needed. */
export function prepareFolder({ folder, cache }: Place, sources?: string): void {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  mkdirSync(cache, { recursive: true });
  if (sources !== undefined) cpSync(sources, folder, { recursive: true });
}
