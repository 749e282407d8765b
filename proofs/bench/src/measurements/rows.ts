import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import Database from 'better-sqlite3';
import { createOne, fetchBody } from '../load/load.ts';
import { ours, type SubjectPlan, startSubject } from '../servers/subject.ts';
import { compareServers } from './compare-servers.ts';
import type { Measurement } from './measurement.ts';

/** The number of rows per batch. Signals are handled between batches. */
const batch = 20_000;

/**
 * Adds `count` copies of the only invoice to a stopped server's database. Each copy gets its own id and note; all other
 * columns are copied, whatever columns the table has. Returns the ids of up to `wanted` copies, ordered
 * so that neighbours in the list are far apart in the table.
 */
async function fillDatabase(file: string, count: number, wanted: number): Promise<string[]> {
  const db = new Database(file);
  try {
    db.pragma('journal_mode = WAL');
    // Durability is not needed, because each run makes the database anew.
    db.pragma('synchronous = OFF');
    const columns = db.prepare<[], string>("SELECT name FROM pragma_table_info('invoices')").pluck().all();
    const values = columns.map((name) => {
      // An id may contain any hexadecimal digit, because the alphabet of ids, Crockford's base 32, has all of these digits.
      if (name === 'id') return "printf('inv_%026x', n)";
      if (name === 'note') return "printf('%05X-%05X', n >> 20, n & 0xfffff)";
      return name;
    });
    const insert = db.prepare(`
      INSERT INTO invoices (${columns.join(', ')})
      WITH RECURSIVE numbers(n) AS (SELECT ? UNION ALL SELECT n + 1 FROM numbers WHERE n + 1 < ?)
      SELECT ${values.join(', ')} FROM numbers, (SELECT * FROM invoices LIMIT 1)`);
    for (let from = 0; from < count; from += batch) {
      insert.run(from, Math.min(from + batch, count));
      await nextTurn();
    }
    // Without a checkpoint, the first reads would go through a log as long as the table.
    db.pragma('wal_checkpoint(TRUNCATE)');
  } finally {
    db.close();
  }
  const ids = new Set<string>();
  // The stride has no common factor with the count, so each row is visited once, far from the previous one.
  for (let n = 0; ids.size < Math.min(wanted, count); n = (n + 1_299_709) % count) ids.add(idOf(n));
  return [...ids];
}

const idOf = (n: number) => `inv_${n.toString(16).padStart(26, '0')}`;

const small = 10_000;
/** How many different invoices to fetch. They are spread over the whole table. */
const askedRows = 5_000;

/** Compares the cost of a fetch in a large database with its cost in a small one. */
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

/**
 * Fills a database of our server with `count` copies of an invoice. Returns a plan that starts the server on it, and
 * some of the ids.
 */
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
