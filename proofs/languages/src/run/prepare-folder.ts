import { cpSync, existsSync, mkdirSync, rmSync } from 'node:fs';
import type { Place } from '../generators/generator.ts';

/**
 * Recreates the folder of a trial with the files of its source folders, and creates the cache if needed. A source
 * folder that does not exist is skipped.
 */
export function prepareFolder({ folder, cache }: Place, ...sources: string[]): void {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  mkdirSync(cache, { recursive: true });
  for (const source of sources.filter((one) => existsSync(one))) cpSync(source, folder, { recursive: true });
}
