import { accessSync, chmodSync, constants, mkdtempSync, readdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * The file system that Linux keeps in memory. The tests create thousands of files, and creating a file there takes a
 * tenth of the time.
 */
const memory = '/dev/shm';
/**
 * The number of bytes that must be free in `memory` (`there`), and in memory as a whole (`inAll`). A run of all tests
 * uses less than half of `there`.
 */
const enough = { there: 4 * 2 ** 30, inAll: 8 * 2 ** 30 };
/**
 * Matches the name of a run's folder. It is short because paths of sockets must be, and contains the id of the process that made
 * it.
 */
const nameForm = /^pi-(\d+)-/;

/**
 * Makes the temporary folder of a test run, inside TMPDIR if that is set. The folder is removed with everything in it
 * when this process ends, because workers are killed before they can clean up.
 */
export function makeRunFolder(): string {
  const place = process.env.TMPDIR === undefined && isRoomy(memory) ? memory : tmpdir();
  removeAbandoned(place);
  const folder = mkdtempSync(join(place, `pi-${process.pid}-`));
  // PostgreSQL may run as another user, and its data folder is inside this one.
  chmodSync(folder, 0o755);
  process.once('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }));
  return folder;
}

/** Removes folders of runs that were killed. */
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

/** Returns whether a file system has room for a run and allows programs on it to be executed. */
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
