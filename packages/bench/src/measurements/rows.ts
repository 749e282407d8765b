import { join } from 'node:path';
import { fillDatabase } from '../fill-database.ts';
import { measureSeries, type StartSubject } from '../measure-series.ts';
import { ask, create, fetchBody } from '../operations.ts';
import { printSeries, summarize } from '../series.ts';
import { ours, startSubject } from '../subject.ts';
import type { Measurement } from './measurement.ts';

const small = 10_000;
/** The number of invoices that are fetched, spread over the table. */
const askedRows = 5_000;

/** Compares fetches among many invoices with fetches among few. */
export const rows: Measurement = {
  title: 'fetch among 5 million invoices beside fetch among 10 thousand',
  async run(settings, place) {
    const asked = new Map<string, string[]>();
    const starts: StartSubject[] = [];
    for (const count of [small, settings.rows]) {
      const folder = join(place, String(count));
      asked.set(nameOf(count), (await fill(count, folder)).map(fetchBody));
      starts.push(async () => ({ ...(await startSubject(ours, folder)), name: nameOf(count) }));
    }
    const points = [1, 32].map((connections) => ({ operation: 'fetch', connections }) as const);
    const series = await measureSeries(starts, points, settings, async ({ name }) => asked.get(name) ?? []);
    const large = nameOf(settings.rows);
    return { text: printSeries(series, large), figures: summarize(series, large) };
  },
};

const nameOf = (count: number) => `${count} invoices`;

/** Puts `count` invoices into our server's database; returns the ids of some of them. */
async function fill(count: number, folder: string): Promise<string[]> {
  const subject = await startSubject(ours, folder);
  await ask(subject, 'create', create);
  await subject.stop();
  process.stderr.write(`filling a database with ${count} invoices\n`);
  return fillDatabase(join(subject.directory, 'payments.db'), count, askedRows);
}
