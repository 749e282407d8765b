import { rmSync } from 'node:fs';
import { watchProcess } from './watch-process.ts';

/** A folder that is removed when this process ends, however it ends. */
export interface TiedFolder {
  /** Removes it now. */
  remove(): void;
  /** Lets it stay. */
  keep(): void;
}

/** Ties a folder to this process. Processes that end with this one may still write to it for a while: it is removed after them. */
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
