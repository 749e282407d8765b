import { accessSync, chmodSync, constants, mkdtempSync, readdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Linux's in-memory file system. The tests create thousands of files, in a tenth of the time that a disk would need. */
const memory = '/dev/shm';
/** The bytes that must be free: `there` in /dev/shm (twice what all tests need), and `inAll` in the whole of the memory. */
const enough = { there: 4 * 2 ** 30, inAll: 8 * 2 ** 30 };
/** Matches the name of a run's folder, with the id of its process. Such names are short, because a socket's path must be. */
const nameForm = /^pi-(\d+)-/;

/** Makes a test run's temporary folder, inside TMPDIR if it is set. This process removes it, because workers are killed. */
export function makeRunFolder(): string {
  const place = process.env.TMPDIR === undefined && isRoomy(memory) ? memory : tmpdir();
  removeAbandoned(place);
  const folder = mkdtempSync(join(place, `pi-${process.pid}-`));
  // Lets other users read the folder, because PostgreSQL may run as another user, and its data is in this folder.
  chmodSync(folder, 0o755);
  process.once('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }));
  return folder;
}

/** Removes folders whose process has ended without removing them, because it was killed. */
function removeAbandoned(place: string): void {
  for (const name of readdirSync(place)) {
    const [, pid] = nameForm.exec(name) ?? [];
    if (pid !== undefined && !isAlive(Number(pid))) rmSync(join(place, name), { recursive: true, force: true });
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ESRCH';
  }
}

/** Checks whether a file system has enough room for a run, and whether programs on it can be executed. */
function isRoomy(place: string): boolean {
  try {
    const { bavail, bsize } = statfsSync(place);
    if (bavail * bsize < enough.there || process.availableMemory() < enough.inAll) return false;
    const probe = mkdtempSync(join(place, `pi-${process.pid}-`));
    try {
      const file = join(probe, 'program');
      writeFileSync(file, '', { mode: 0o755 });
      accessSync(file, constants.X_OK);
      return true;
    } finally {
      rmSync(probe, { recursive: true });
    }
  } catch {
    return false;
  }
}
