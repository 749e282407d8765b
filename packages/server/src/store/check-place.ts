import { statSync } from 'node:fs';
import { StoreUnavailableError } from './store-unavailable-error.ts';

/** For how many milliseconds a check is valid for reads. It is reused because a check costs as much as a read. */
const holdsFor = 1;

/** Checks that an opened file is still in its place. */
export interface PlaceCheck {
  /**
   * Checks before a write, which would otherwise be acknowledged and lost.
   * @throws StoreUnavailableError
   */
  now(): void;
  /**
   * Checks before a read, unless the last check is less than a millisecond old.
   * @throws StoreUnavailableError
   */
  often(): void;
}

/**
 * Makes a check for an opened file. An open file outlives its name, so without the check writes to a folder that was moved or
 * removed would be acknowledged and lost.
 */
export function createPlaceCheck(file: string): PlaceCheck {
  const opened = statSync(file);
  let foundAt = Number.NEGATIVE_INFINITY;
  const now = () => {
    const found = statSync(file, { throwIfNoEntry: false });
    if (!found) throw new StoreUnavailableError(`The database file ${file} is gone. Put it back; no restart is needed.`);
    if (found.ino !== opened.ino || found.dev !== opened.dev) {
      throw new StoreUnavailableError(`The database file ${file} was replaced by another one. Restart the server to use it.`);
    }
    foundAt = performance.now();
  };
  return {
    now,
    often: () => {
      if (performance.now() - foundAt > holdsFor) now();
    },
  };
}
