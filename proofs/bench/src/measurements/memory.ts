import { load } from '../load/load.ts';
import { prepareBodies } from '../load/operations.ts';
import { ours } from '../servers/our-server.ts';
import { startSubject } from '../servers/subject.ts';
import type { Measurement } from './measurement.ts';

const parts = 10;

/** Resident memory of this server while it responds to many requests, half of them creates. */
export const memory: Measurement = {
  title: 'resident memory during a million requests, every other one a create',
  async run({ requests }, place, begin) {
    const found: string[] = [];
    begin(() => ({ tables: [], remarks: found }));
    const subject = await startSubject(ours, place);
    try {
      const look = async (done: number) => {
        const megabytes = (await subject.readUsage()).memory / 1e6;
        found.push(`after ${String(done).padStart(9)} requests: ${megabytes.toFixed(0)} MB`);
      };
      await look(0);
      for (let part = 1; part <= parts; part++) {
        for (const operation of ['fetch', 'create'] as const) {
          const bodies = await prepareBodies(subject, operation);
          await load(subject, { operation, bodies, connections: 32, amount: Math.ceil(requests / parts / 2) });
        }
        await look(Math.round((requests * part) / parts));
      }
    } finally {
      await subject.stop();
    }
  },
};
