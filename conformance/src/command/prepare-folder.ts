import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { reportFiles } from '../report/write-reports.ts';
import { UsageError } from './parse-options.ts';

/**
 * Before anything is sent, so that a run is not lost for a folder that cannot be written. What an earlier run wrote
 * goes: a build server takes what lies there, and a run that proves nothing writes nothing.
 */
export function prepareFolder(folder: string): string {
  try {
    mkdirSync(resolve(folder), { recursive: true });
    const probe = join(resolve(folder), '.writable');
    writeFileSync(probe, '');
    rmSync(probe);
    for (const name of reportFiles) rmSync(join(resolve(folder), name), { force: true });
    return folder;
  } catch (error) {
    throw new UsageError(
      `The report cannot be written into ${folder}: ${(error as Error).message}. Give another folder with --out.`,
    );
  }
}
