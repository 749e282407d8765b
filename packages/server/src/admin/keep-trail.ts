import { randomUUID } from 'node:crypto';
import { closeSync, fsyncSync, openSync, writeSync } from 'node:fs';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { StartError } from '../errors/start-error.ts';

/** The name of the trail's file in the data directory. */
export const trailFile = 'administration.log';

/** A command of an operator as the trail records it, without tokens, keys and callback secrets. */
export interface AdministrationEntry {
  /** The command's words, such as `token mint`. */
  command: string;
  /** The ids of the accounts, tokens and events that were passed to the command. */
  subjects: readonly string[];
  options?: Readonly<Record<string, string | boolean | undefined>>;
}

/** Matches an id that the trail may contain. Any other text may be a token that an operator pasted by mistake. */
const id = /^(?:acc|tok|evt)_\w{1,64}$/;

/**
 * Runs the work, and writes a line to the trail before it and a second line after it. The lines record which user did what, when,
 * and to which account, token or event; the second line also records the outcome. If the process dies in between, the trail has
 * only the first line for that `run`.
 * @throws StartError if the trail cannot be written; if that happens before the work, the work is not started
 */
export async function keepTrail<T>(
  dataDir: string,
  entry: AdministrationEntry,
  now: number,
  work: () => Promise<T>,
  /** Returns the ids that are known only after the work, such as the id of a new account. */
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
