import { join } from 'node:path';
import { createOne, fetchBody } from '../load/operations.ts';
import { ours } from '../servers/our-server.ts';
import { type SubjectPlan, startSubject } from '../servers/subject.ts';
import { compareServers } from './compare-servers.ts';
import { fillDatabase } from './fill-database.ts';
import type { Measurement } from './measurement.ts';

const small = 10_000;
/** The number of invoices that are fetched, spread over the table. */
const askedRows = 5_000;

/** Compares fetches among many invoices with fetches among few. */
export const rows: Measurement = {
  title: 'fetch among 5 million invoices beside fetch among 10 thousand',
  async run(settings, place, begin) {
    const large = await fill(settings.rows, place);
    const few = await fill(small, place);
    const asked = new Map([large, few].map(({ plan, ids }) => [plan.name, ids.map(fetchBody)]));
    await compareServers(
      {
        plans: [large.plan, few.plan],
        points: [1, 32].map((connections) => ({ title: `fetch, connections: ${connections}`, operation: 'fetch', connections })),
        prepare: async ({ name }) => asked.get(name) ?? [],
        keepsData: true,
      },
      settings,
      place,
      (describe) => begin(() => ({ tables: describe(), remarks: [] })),
    );
  },
};

/** Puts `count` invoices into a database of our server; returns the way to start it on them, and the ids of some. */
async function fill(count: number, place: string): Promise<{ plan: SubjectPlan; ids: string[] }> {
  const plan = { ...ours, name: `${count} invoices` };
  const subject = await startSubject(plan, place);
  const { token, directory } = subject;
  await createOne(subject);
  await subject.stop();
  process.stderr.write(`filling a database with ${count} invoices\n`);
  const ids = await fillDatabase(join(directory, 'payments.db'), count, askedRows);
  return { plan: { ...plan, prepare: async () => ({ token }) }, ids };
}
