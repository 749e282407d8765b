import { createHash } from 'node:crypto';
import type { Counted, MakeCounter } from '@payment-invoice/kit/rates';
import type { ServerMode } from '../../settings/server-settings.ts';
import { freshState, type SandboxState, type SharedStore } from '../store.ts';
import { createBatcher } from './batcher.ts';
import type { Connections } from './connections.ts';
import { columnsOf } from './invoice-columns.ts';
import { nameStatements } from './sender.ts';
import { now, type ServerRegister } from './server-register.ts';

const sql = nameStatements({
  addCounts: `INSERT INTO rates AS r (key, count, ends_at)
SELECT t.key, t.count, ${now} + t.length FROM unnest($1::bytea[], $2::bigint[], $3::bigint[]) AS t (key, count, length) ORDER BY t.key
ON CONFLICT (key) DO UPDATE SET
  count = CASE WHEN r.ends_at > ${now} THEN r.count + EXCLUDED.count ELSE EXCLUDED.count END,
  ends_at = CASE WHEN r.ends_at > ${now} THEN r.ends_at ELSE EXCLUDED.ends_at END
RETURNING key, count, ends_at - ${now} AS left`,
  selectInfo: 'SELECT mode, identity FROM server_info',
  keepMode: 'UPDATE server_info SET mode = $1 WHERE mode IS NULL',
  keepIdentity: 'UPDATE server_info SET identity = $1 WHERE identity IS NULL',
  selectState: 'SELECT state, version FROM server_info',
  changeState: 'UPDATE server_info SET state = $1, version = version + 1 WHERE version = $2 RETURNING 1 AS one',
  time: 'SELECT extract(epoch FROM clock_timestamp())::float8 * 1000 AS time',
});

interface Row {
  key: Buffer;
  count: number;
  left: number;
}

/** Makes counters that are stored in a table. A single statement counts all requests of one turn of the event loop. */
function countInPostgres(db: Connections): MakeCounter {
  const count = createBatcher(async (items: readonly { key: Buffer; length: number }[]) => {
    /** How many times each key is to be counted, by the key's text. */
    const sums = new Map<string, { key: Buffer; length: number; count: number }>();
    for (const { key, length } of items) {
      const sum = sums.get(key.toString('latin1')) ?? { key, length, count: 0 };
      sum.count += 1;
      sums.set(key.toString('latin1'), sum);
    }
    const asked = [...sums.values()].map(({ key, count, length }) => [key, count, length]);
    const rows = await db.run<Row>(sql.addCounts, columnsOf(asked, 3));
    const found = new Map(rows.map((row) => [row.key.toString('latin1'), row]));
    // The statement returns the count after the last request. The counts of earlier requests are derived from it.
    return items.map(({ key }): Counted => {
      const [row, sum] = [found.get(key.toString('latin1')), sums.get(key.toString('latin1'))];
      if (!row || !sum) throw new Error('A count was not returned.');
      sum.count -= 1;
      return { count: row.count - sum.count, left: row.left };
    });
  });
  return (name, length) => ({ add: (key) => count({ key: keyOf(name, key), length }) });
}

/** Makes a key of fixed length, because a client's text may be long or contain characters that PostgreSQL cannot store. */
const keyOf = (name: string, key: string): Buffer => createHash('sha256').update(`${name} ${key}`).digest().subarray(0, 16);

/** Makes the store's methods for the data that all servers of a database share. */
export function postgresShared(db: Connections, place: string, time: ServerTime, register: ServerRegister): SharedStore {
  const readInfo = async () => {
    const [info] = await db.run<{ mode: ServerMode | null; identity: string | null }>(sql.selectInfo);
    return { mode: info?.mode ?? undefined, identity: info?.identity ?? undefined };
  };
  // The reads are batched, because every request in a sandbox reads the state: all reads of one turn share a statement.
  const askState = createBatcher(async (askers: readonly undefined[]) => {
    const [row] = await db.run<{ state: SandboxState | null; version: number }>(sql.selectState);
    const found = { state: row?.state ?? freshState, version: row?.version ?? 0 };
    return askers.map(() => found);
  });
  const readState = () => askState(undefined);
  return {
    place,
    isShared: true,
    now: time.now,
    makeCounter: countInPostgres(db),
    readMode: async () => (await readInfo()).mode,
    keepMode: async (mode) => {
      await db.run(sql.keepMode, [mode]);
      return (await readInfo()).mode ?? mode;
    },
    readIdentity: async () => (await readInfo()).identity,
    keepIdentity: async (text) => {
      await db.run(sql.keepIdentity, [text]);
      return (await readInfo()).identity ?? text;
    },
    readSandboxState: async () => (await readState()).state,
    changeSandboxState: async (change) => {
      for (;;) {
        const { state, version } = await readState();
        const changed = change(state);
        if ((await db.run(sql.changeState, [JSON.stringify(changed), version])).length === 1) return changed;
      }
    },
    enterServers: register.enter,
    serverCount: register.size,
    countServers: register.count,
  };
}

/** The number of measurements for each comparison of the clocks. Only the fastest measurement is used. */
const questions = 5;
/** The interval between two comparisons of the clocks, in milliseconds. */
const every = 60_000;

interface ServerTime {
  /** Returns the current time in milliseconds since 1970. */
  now(): number;
  compare(): Promise<void>;
  stop(): void;
}

/**
 * Follows the clock of the database. All servers of a database need the same time, because each compares its time with times
 * that the others have stored, such as the end of a lease. The clocks are compared when the server starts and every minute. In
 * between, the time advances with this machine's monotonic clock, which nobody can set back.
 */
export async function followServerTime(db: Connections): Promise<ServerTime> {
  /** The difference between the database's time and this process's monotonic clock, in milliseconds. */
  let offset = performance.timeOrigin;
  const compare = async () => {
    const answers: { offset: number; took: number }[] = [];
    for (let i = 0; i < questions; i++) {
      const begun = performance.now();
      const [row] = await db.run<{ time: number }>(sql.time);
      const took = performance.now() - begun;
      if (row) answers.push({ offset: row.time - (begun + took / 2), took });
    }
    const best = answers.reduce((one, other) => (other.took < one.took ? other : one));
    offset = best.offset;
  };
  await compare();
  // While the database is unavailable, the time advances with the monotonic clock.
  const timer = setInterval(() => void compare().catch(() => undefined), every).unref();
  return { now: () => Math.floor(performance.now() + offset), compare, stop: () => clearInterval(timer) };
}
