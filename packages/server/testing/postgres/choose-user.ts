import { spawnSync } from 'node:child_process';
import { chownSync } from 'node:fs';

/** A way to start PostgreSQL as a user other than root, because PostgreSQL refuses to run as root. */
export interface RunsAs {
  /** The words to put before the command. */
  before: readonly string[];
  uid?: number;
  gid?: number;
  /** Makes the user the owner of a folder. */
  own(folder: string): void;
}

const nobody = 65_534;
const asOneself: RunsAs = { before: [], own: () => undefined };
/**
 * Runs the program in a namespace in which root has another user id. No other user is needed, and root still owns the
 * files.
 */
const inNamespace: RunsAs = { before: ['unshare', '--user', '--map-user=1000', '--'], own: () => undefined };
const asNobody: RunsAs = { before: [], uid: nobody, gid: nobody, own: (folder) => chownSync(folder, nobody, nobody) };

/** Chooses the user to run PostgreSQL as: the current one, unless that is root. */
export function chooseUser(): RunsAs {
  if (process.getuid?.() !== 0) return asOneself;
  const [command = '', ...args] = [...inNamespace.before, 'true'];
  return spawnSync(command, args).status === 0 ? inNamespace : asNobody;
}
