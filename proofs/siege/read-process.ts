import { readFileSync } from 'node:fs';

/** Milliseconds of a tick in /proc; Linux counts in hundredths of a second. */
const tick = 10;

/** Reads the resident memory of a process, in megabytes. */
export function readMemory(pid: number): number {
  const [, kilobytes = '0'] = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Number(kilobytes) / 1024;
}

/** Reads the CPU that a process has used, in milliseconds. */
export function readCpu(pid: number): number {
  const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
  // The name of the program stands in brackets and may hold spaces.
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) * tick;
}
