import { join } from 'node:path';
import { fillDatabase } from '../fill-database.ts';
import { measureSeries } from '../measure-series.ts';
import { ask, CREATE, fetchBody } from '../operations.ts';
import { printSeries, summarize } from '../series.ts';
import { OURS, type Subject, startSubject } from '../subject.ts';
import type { Measurement } from './measurement.ts';

const SMALL = 10_000;
/** How many invoices are asked for, all over the table. */
const ASKED = 5_000;

/** Whether a fetch takes longer among many invoices. */
export const rows: Measurement = {
  title: 'fetch among 5 million invoices beside fetch among 10 thousand',
  async run(settings, place) {
    const subjects: Subject[] = [];
    try {
      const asked = new Map<string, string[]>();
      for (const count of [SMALL, settings.rows]) {
        const { subject, ids } = await startFilled(count, join(place, String(count)));
        subjects.push(subject);
        asked.set(subject.name, ids.map(fetchBody));
      }
      const points = [1, 32].map((connections) => ({ operation: 'fetch', connections }) as const);
      const series = await measureSeries(subjects, points, settings, async ({ name }) => asked.get(name) ?? []);
      const large = nameOf(settings.rows);
      return { text: printSeries(series, large), figures: summarize(series, large) };
    } finally {
      for (const subject of subjects) await subject.stop();
    }
  },
};

const nameOf = (count: number) => `${count} invoices`;

/** Our server over a database with so many invoices; `ids` are of some of them. */
async function startFilled(count: number, place: string): Promise<{ subject: Subject; ids: string[] }> {
  const first = await startSubject(OURS, place);
  await ask(first, 'create', CREATE);
  await first.stop();
  process.stderr.write(`filling a database with ${count} invoices\n`);
  const ids = fillDatabase(join(first.directory, 'payments.db'), count, ASKED);
  return { subject: { ...(await startSubject(OURS, place)), name: nameOf(count) }, ids };
}
