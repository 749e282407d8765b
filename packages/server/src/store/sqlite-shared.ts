import { closeSync, fsyncSync, linkSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { countInMemory } from '@payment-invoice/kit/rates';
import { freshState, type SharedStore } from './store.ts';

/**
 * Makes the store's methods for the data that servers of one database share. An SQLite file has only one server, so most data
 * is in memory. A sandbox's identity is in a file next to the database. If that file is deleted, the sandbox gets a new identity.
 */
export function sqliteShared(databaseFile: string): Omit<SharedStore, 'enterServers'> {
  const file = join(dirname(databaseFile), 'sandbox.json');
  const readIdentity = async () => readIfThere(file);
  const readMode = async () => (readIfThere(file) === undefined ? undefined : 'sandbox');
  let state = freshState;
  return {
    place: dirname(databaseFile),
    isShared: false,
    now: Date.now,
    makeCounter: countInMemory,
    readMode,
    keepMode: async (mode) => (await readMode()) ?? mode,
    readIdentity,
    keepIdentity: async (text) => keepOnce(file, text),
    readSandboxState: async () => state,
    changeSandboxState: async (change) => {
      state = change(state);
      return state;
    },
    serverCount: () => 1,
    countServers: async () => 0,
  };
}

/** Writes a file that only its owner can read, if it does not exist yet. Returns the text of the file. */
function keepOnce(file: string, text: string): string {
  const scratch = `${file}.${process.pid}.tmp`;
  const handle = openSync(scratch, 'wx', 0o600);
  try {
    writeFileSync(handle, text);
    fsyncSync(handle);
    closeSync(handle);
    // Unlike a rename, a link never replaces a file, so two servers that start together both use the identity of the first.
    linkSync(scratch, file);
    return text;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    return readFileSync(file, 'utf8');
  } finally {
    rmSync(scratch, { force: true });
  }
}

function readIfThere(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}
