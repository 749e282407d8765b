import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { reportFiles } from '../../report/write-reports.ts';
import { UsageError } from './usage-error.ts';

/**
 * Creates the folder for the reports before anything is sent, so that no run is lost because the folder is not writable. Deletes
 * earlier reports, because a build server would publish them after a run that proves nothing and writes no reports.
 */
export function prepareFolder(folder: string): string {
  try {
    // Creates one folder at a time: with `recursive`, Node.js never returns if it cannot create a folder, as in /proc.
    const missing: string[] = [];
    for (let at = resolve(folder); !existsSync(at); at = dirname(at)) missing.unshift(at);
    for (const at of missing) mkdirSync(at);
    const probe = join(resolve(folder), '.writable');
    writeFileSync(probe, '');
    rmSync(probe);
    for (const name of reportFiles) rmSync(join(resolve(folder), name), { force: true });
    return folder;
  } catch (error) {
    throw new UsageError(
      `The report cannot be written into ${folder}: ${(error as Error).message}. Choose another folder with --out.`,
    );
  }
}
