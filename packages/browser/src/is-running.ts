import { readFileSync } from 'node:fs';

/**
 * Returns true while a process runs. The system lists an ended process until its parent asks how it ended. The new
 * parent of an orphan, which in a container is the first process, may never ask.
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
    // Only Linux lists processes as files. A process without such a file has ended.
    return process.platform !== 'linux';
  }
}
