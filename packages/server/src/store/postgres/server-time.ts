import type { Connections } from './connections.ts';
import type { Statement } from './sender.ts';

const ask: Statement = {
  name: 'time',
  text: 'SELECT extract(epoch FROM clock_timestamp())::float8 * 1000 AS time',
};

/** How many measurements are made per comparison. The fastest one counts. */
const questions = 5;
/** How many milliseconds pass between two comparisons. */
const every = 60_000;

/** The clock of the database. */
export interface ServerTime {
  /** Returns the Unix time in milliseconds. */
  now(): number;
  /** Compares the clocks immediately. */
  compare(): Promise<void>;
  stop(): void;
}

/**
 * Follows the time of the database, so that all its servers use one clock: leases, expiry times and idempotency keys
 * are compared between servers. The clocks are compared at the start and every minute. In between, the time advances
 * with this machine's monotonic clock, which nobody can set back.
 */
export async function followServerTime(db: Connections): Promise<ServerTime> {
  /** The time in milliseconds to add to the monotonic clock of this process. */
  let offset = performance.timeOrigin;
  const compare = async () => {
    const answers: { offset: number; took: number }[] = [];
    for (let i = 0; i < questions; i++) {
      const begun = performance.now();
      const [row] = await db.run<{ time: number }>(ask);
      const took = performance.now() - begun;
      if (row) answers.push({ offset: row.time - (begun + took / 2), took });
    }
    const best = answers.reduce((one, other) => (other.took < one.took ? other : one));
    offset = best.offset;
  };
  await compare();
  // While the database is unavailable, the time goes on with the monotonic clock.
  const timer = setInterval(() => void compare().catch(() => undefined), every).unref();
  return { now: () => Math.floor(performance.now() + offset), compare, stop: () => clearInterval(timer) };
}
