import { statSync } from 'node:fs';
import { StoreUnavailableError } from './store-unavailable-error.ts';

/**
 * Remembers which file was opened and returns a check that it is still in its place. An open file outlives its name: without
 * the check, writes to a folder that was moved or removed would be acknowledged and lost.
 */
export function createPlaceCheck(file: string): () => void {
  const opened = statSync(file);
  return () => {
    const found = statSync(file, { throwIfNoEntry: false });
    if (!found) throw new StoreUnavailableError(`The database file ${file} is gone. Put it back; no restart is needed.`);
    if (found.ino !== opened.ino || found.dev !== opened.dev) {
      throw new StoreUnavailableError(`The database file ${file} was replaced by another one. Restart the server to use it.`);
    }
  };
}
