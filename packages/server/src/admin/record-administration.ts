import { appendFileSync } from 'node:fs';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { StartError } from '../start/start-error.ts';

/** The file of the trail, in the data directory. */
export const trailFile = 'administration.log';

/** A thing that an operator did. It holds no secret: neither tokens nor keys, and no callback secret. */
export interface AdministrationEntry {
  /** As `token mint`. */
  command: string;
  /** Ids of what it was done to: accounts, tokens, events. */
  subjects: readonly string[];
  options?: Readonly<Record<string, string | boolean | undefined>>;
}

/**
 * Adds a line to the trail of what operators did, with the time and the user of the machine who did it.
 * @throws StartError when it cannot be written
 */
export function recordAdministration(dataDir: string, entry: AdministrationEntry, now: number): void {
  const { username, uid } = userInfo();
  const by = { user: username, uid, ...(process.env.SUDO_USER === undefined ? {} : { sudoUser: process.env.SUDO_USER }) };
  const line = JSON.stringify({ time: new Date(now).toISOString(), ...by, ...entry });
  const file = join(dataDir, trailFile);
  try {
    appendFileSync(file, `${line}\n`, { mode: 0o600 });
  } catch (error) {
    throw new StartError(`It was done, but the trail ${file} could not be written: ${(error as Error).message}.`, {
      cause: error,
    });
  }
}
