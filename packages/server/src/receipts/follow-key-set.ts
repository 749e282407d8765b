import type { KeyObject } from 'node:crypto';
import { statSync } from 'node:fs';
import type { Logger } from 'pino';
import { loadKeySet } from './load-key-set.ts';

/**
 * Reads the keys of a file, and again when it has changed: an issuer takes a new key, or gives up one that has leaked, without a
 * restart. A file that cannot be used leaves the keys as they were, and is logged once.
 * @throws StartError when it cannot be used to begin with
 */
export function followKeySet(file: string, logger: Logger): () => ReadonlyMap<string, KeyObject> {
  let seen = stampOf(file);
  let keys = loadKeySet(file);
  return () => {
    const stamp = stampOf(file);
    if (stamp === seen) return keys;
    seen = stamp;
    try {
      keys = loadKeySet(file);
      logger.info({ keys: [...keys.keys()] }, 'the receipt keys were read again');
    } catch (error) {
      logger.error({ err: error }, 'the receipt keys have changed and cannot be used: those from before stay');
    }
    return keys;
  };
}

function stampOf(file: string): string {
  const found = statSync(file, { throwIfNoEntry: false });
  return found ? `${found.ino} ${found.mtimeMs} ${found.size}` : '';
}
