import { createHash } from 'node:crypto';
import type { Counted, MakeCounter } from '../../rates/counter.ts';
import { createBatcher } from './batcher.ts';
import { columnsOf } from './columns-of.ts';
import type { Connections } from './connections.ts';
import type { Statement } from './sender.ts';

/** The clock of the database, in milliseconds since 1970: that of one statement is the same for all of it. */
const now = '(extract(epoch FROM statement_timestamp()) * 1000)::bigint';

const add: Statement = {
  name: 'count',
  text: `
INSERT INTO rates AS r (key, count, ends_at)
SELECT t.key, t.count, ${now} + t.length FROM unnest($1::bytea[], $2::bigint[], $3::bigint[]) AS t (key, count, length) ORDER BY t.key
ON CONFLICT (key) DO UPDATE SET
  count = CASE WHEN r.ends_at > ${now} THEN r.count + EXCLUDED.count ELSE EXCLUDED.count END,
  ends_at = CASE WHEN r.ends_at > ${now} THEN r.ends_at ELSE EXCLUDED.ends_at END
RETURNING key, count, ends_at - ${now} AS left`,
};
const read: Statement = {
  name: 'counted',
  text: `SELECT key, count, ends_at - ${now} AS left FROM rates WHERE key = ANY ($1::bytea[]) AND ends_at > ${now}`,
};

interface Row {
  key: Buffer;
  count: number;
  left: number;
}

/** Makes counters in a table, those of all requests of a turn in one statement. */
export function countInPostgres(db: Connections): MakeCounter {
  const count = createBatcher(async (items: readonly { key: Buffer; length: number }[]) => {
    /** How often each key is to be counted, by its text. */
    const sums = new Map<string, { key: Buffer; length: number; count: number }>();
    for (const { key, length } of items) {
      const sum = sums.get(key.toString('latin1')) ?? { key, length, count: 0 };
      sum.count += 1;
      sums.set(key.toString('latin1'), sum);
    }
    const asked = [...sums.values()].map(({ key, count, length }) => [key, count, length]);
    const rows = await db.run<Row>(add, columnsOf(asked, 3));
    const found = new Map(rows.map((row) => [row.key.toString('latin1'), row]));
    // The table has the count after the last of them; each has its own.
    return items.map(({ key }): Counted => {
      const [row, sum] = [found.get(key.toString('latin1')), sums.get(key.toString('latin1'))];
      if (!row || !sum) throw new Error('A count was not returned.');
      sum.count -= 1;
      return { count: row.count - sum.count, left: row.left };
    });
  });
  const look = createBatcher(async (keys: readonly Buffer[]) => {
    const found = new Map((await db.run<Row>(read, [keys])).map((row) => [row.key.toString('latin1'), row]));
    return keys.map((key): Counted | undefined => found.get(key.toString('latin1')));
  });
  return (name, length) => ({
    add: (key) => count({ key: keyOf(name, key), length }),
    read: (key) => look(keyOf(name, key)),
  });
}

/** Makes a key of one size: what a client sends may be long, and hold what no text of PostgreSQL can. */
function keyOf(name: string, key: string): Buffer {
  return createHash('sha256').update(`${name} ${key}`).digest().subarray(0, 16);
}
