import { statSync } from 'node:fs';
import { StoreUnavailableError } from './store-unavailable-error.ts';

/** The longest that a look at the place holds for reads, in milliseconds: it costs as much as a read. */
const holdsFor = 1;

/** Checks that a file which was opened is still in its place. */
export interface PlaceCheck {
  /** For writes, which would be acknowledged and lost. @throws StoreUnavailableError */
  now(): void;
  /** For reads: looks again when the last look is a millisecond old. @throws StoreUnavailableError */
  often(): void;
}

/**
 * Remembers which file was opened. An open file outlives its name: without the check, writes to a folder that was moved or removed
 * would be acknowledged and lost.
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
