import { readFileSync } from 'node:fs';

/**
 * Tells whether a process runs. One that has ended stays on the system's list until its parent has asked how it ended, and an orphan's
 * new parent, the first process of a container, may never ask.
 */
export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch {
    return false;
  }
  try {
    return !/\) [ZX] /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    // Only Linux lists processes as files; there, one without a file has just ended.
    return process.platform !== 'linux';
  }
}
