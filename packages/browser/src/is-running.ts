import { readFileSync } from 'node:fs';

/**
 * Returns true while a process runs. The system still lists a process that has ended until its parent reads its exit status. An
 * orphan's new parent, which in a container is the first process, may never do that.
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
    // On Linux, every running process has this file, so this process has ended. Other systems have no such files; there, the
    // signal above has already shown that the process runs.
    return process.platform !== 'linux';
  }
}
