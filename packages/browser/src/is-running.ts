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
    // On Linux, this file is missing only if the process has ended. Other systems have no such file, so `kill` decides.
    return process.platform !== 'linux';
  }
}
