import { readFileSync } from 'node:fs';

/**
 * Returns true while a process runs. An ended process stays in the system's list until its parent asks how it ended. An
 * orphan's new parent, which in a container is the first process, may never ask.
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
    // Only Linux lists processes as files. On Linux, a process without a file has just ended.
    return process.platform !== 'linux';
  }
}
