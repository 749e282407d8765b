import { rmSync } from 'node:fs';
import { watchProcess } from './watch-process.ts';

/** A folder that is removed when this process ends in any way. */
export interface TiedFolder {
  /** Removes the folder now. */
  remove(): void;
  /** Keeps the folder after the process has ended. */
  keep(): void;
}

/**
 * Ties a folder to this process. The folder is removed some time after this process, because processes that end with it may still
 * be writing to it.
 */
export function tieFolder(folder: string): TiedFolder {
  const script = 'for time in 1 2 3 4 5 6 7 8 9 10; do rm -rf "$1" && exit; sleep 1; done';
  const keep = watchProcess(script, [folder]);
  return {
    remove: () => {
      rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 });
      keep();
    },
    keep,
  };
}
