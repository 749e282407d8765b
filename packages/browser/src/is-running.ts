import { readFileSync } from 'node:fs';

/** Returns true if the process is running. An ended process stays listed until its parent reads its status. */
export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch {
    return false;
  }
  try {
    return !/\) [ZX] /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    // On Linux, every running process has this file. Other systems do not have it, so only the signal decides there.
    return process.platform !== 'linux';
  }
}
