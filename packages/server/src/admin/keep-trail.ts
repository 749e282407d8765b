import { randomUUID } from 'node:crypto';
import { closeSync, fsyncSync, openSync, writeSync } from 'node:fs';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { StartError } from '../errors/start-error.ts';

/** The file of the trail, in the data directory. */
export const trailFile = 'administration.log';

/** A thing that an operator does. It holds no secret: neither tokens nor keys, and no callback secret. */
export interface AdministrationEntry {
  /** As `token mint`. */
  command: string;
  /** Ids of what it is done to, as far as they are known before: accounts, tokens, events. */
  subjects: readonly string[];
  options?: Readonly<Record<string, string | boolean | undefined>>;
}

/** An id that may stand in the trail. What an operator pasted in its place may be a token. */
const id = /^(?:acc|tok|evt)_\w{1,64}$/;

/**
 * Does a thing, with a line in the trail before, on the disk, and one after it that says how it ended: by which user, when, and to what.
 * So nothing is changed of which the trail does not know, even if the process dies in between; its line then has no other of its `run`.
 * @throws StartError when the trail cannot be written; before the change, nothing is changed
 */
export async function keepTrail<T>(
  dataDir: string,
  entry: AdministrationEntry,
  now: number,
  work: () => Promise<T>,
  /** Returns the ids that the change made or met. */
  subjectsOf: (result: T) => readonly string[] = () => [],
): Promise<T> {
  const { username, uid } = userInfo();
  const by = { user: username, uid, ...(process.env.SUDO_USER === undefined ? {} : { sudoUser: process.env.SUDO_USER }) };
  const { command, options } = entry;
  const known = entry.subjects.filter((subject) => id.test(subject));
  const run = randomUUID();
  const write = (state: 'begun' | 'done' | 'failed', subjects: readonly string[], unwritable: string) => {
    const line = { time: new Date(now).toISOString(), run, state, ...by, command, subjects, ...(options && { options }) };
    append(join(dataDir, trailFile), JSON.stringify(line), unwritable);
  };
  write('begun', known, 'Nothing was done, because');
  let result: T;
  try {
    result = await work();
  } catch (error) {
    write('failed', known, `It was not done, ${(error as Error).message} Moreover,`);
    throw error;
  }
  write('done', [...new Set([...known, ...subjectsOf(result)])], 'It was done, but');
  return result;
}

function append(file: string, line: string, unwritable: string): void {
  try {
    const descriptor = openSync(file, 'a', 0o600);
    try {
      writeSync(descriptor, `${line}\n`);
      fsyncSync(descriptor);
    } finally {
      closeSync(descriptor);
    }
  } catch (error) {
    throw new StartError(`${unwritable} the trail ${file} could not be written: ${(error as Error).message}.`, { cause: error });
  }
}
