import { spawnSync } from 'node:child_process';
import { chownSync } from 'node:fs';

/** A way to start PostgreSQL, which refuses to run as root. */
export interface RunsAs {
  /** The words before the command. */
  before: readonly string[];
  uid?: number;
  gid?: number;
  /** Makes a folder the user's. */
  own(folder: string): void;
}

const nobody = 65_534;
const asOneself: RunsAs = { before: [], own: () => undefined };
/** A namespace in which root has another number: no other user is needed, and the files stay root's. */
const inNamespace: RunsAs = { before: ['unshare', '--user', '--map-user=1000', '--'], own: () => undefined };
const asNobody: RunsAs = { before: [], uid: nobody, gid: nobody, own: (folder) => chownSync(folder, nobody, nobody) };

/** Chooses the user that PostgreSQL runs as: this one, unless it is root. */
export function chooseUser(): RunsAs {
  if (process.getuid?.() !== 0) return asOneself;
  const [command = '', ...args] = [...inNamespace.before, 'true'];
  return spawnSync(command, args).status === 0 ? inNamespace : asNobody;
}
