import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

const ticks = Number(spawnSync('getconf', ['CLK_TCK'], { encoding: 'utf8' }).stdout) || 100;

/** Reads the user and system time of a process, all threads, in microseconds (proc(5): fields 14 and 15, after the name in brackets). */
export function cpuTime(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return ((Number(fields[11]) + Number(fields[12])) / ticks) * 1e6;
}
