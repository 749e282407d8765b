import { readFileSync } from 'node:fs';

/** Returns true while a process runs. The system lists an ended one until its parent reads its status; some never do. */
export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch {
    return false;
  }
  try {
    return !/\) [ZX] /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    // On Linux the file of a running process exists. Elsewhere there is none, and the signal has shown that it runs.
    return process.platform !== 'linux';
  }
}
