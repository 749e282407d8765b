import { readFileSync } from 'node:fs';
import { load } from '../load.ts';
import { operations, prepareBodies } from '../operations.ts';
import { ours, startSubject } from '../subject.ts';
import type { Measurement } from './measurement.ts';

/** Resident memory of this server after many requests, half of them creates. */
export const memory: Measurement = {
  title: 'resident memory after a million requests',
  async run({ requests }, place) {
    const subject = await startSubject(ours, place);
    try {
      const before = residentMemory(subject.pid);
      for (const operation of operations) {
        const bodies = await prepareBodies(subject, operation);
        await load(subject, { operation, bodies, connections: 32, amount: Math.ceil(requests / 2) });
      }
      const after = residentMemory(subject.pid);
      return {
        text: `resident memory: ${before.now} MB at start, ${after.now} MB after ${requests} requests, ${after.peak} MB at its peak`,
        figures: { requests, before, after },
      };
    } finally {
      await subject.stop();
    }
  },
};

/** Reads the resident memory of a process, in megabytes (10⁶ bytes). */
function residentMemory(pid: number): { now: number; peak: number } {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  const read = (name: string) => Math.round((Number(new RegExp(`${name}:\\s+(\\d+) kB`).exec(status)?.[1]) * 1024) / 1e6);
  return { now: read('VmRSS'), peak: read('VmHWM') };
}
