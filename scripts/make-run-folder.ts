import { accessSync, chmodSync, constants, mkdtempSync, readdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Where Linux keeps files in memory: to make one of the tests' thousands takes a tenth of the time there. */
const memory = '/dev/shm';
/** The bytes that have to be free there, and in memory at all: a run of all tests fills less than half of the first. */
const enough = { there: 4 * 2 ** 30, inAll: 8 * 2 ** 30 };
/** The name is short, as paths of sockets have to be, and says whose the folder is. */
const nameForm = /^pi-(\d+)-/;

/**
 * Makes the temporary folder of a run of tests, which is removed when this process ends. What is left in it goes along: a worker is
 * ended before it can clean up. It is in TMPDIR, where that is set.
 */
export function makeRunFolder(): string {
  const place = process.env.TMPDIR === undefined && isRoomy(memory) ? memory : tmpdir();
  removeAbandoned(place);
  const folder = mkdtempSync(join(place, `pi-${process.pid}-`));
  // PostgreSQL may run as another user, and its folder is in this one.
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

/** Tells whether a place has room for a run, and lets programs in it be started. */
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
