import { readFileSync } from 'node:fs';

/**
 * Returns true while a process runs. An ended process stays in the system's list until its parent asks how it ended, and the new
 * parent of an orphan, a container's first process, may never ask.
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
    // Only Linux lists processes as files. There, a process without a file has just ended.
    return process.platform !== 'linux';
  }
}
