import type { Connections } from './connections.ts';
import type { Statement } from './sender.ts';

const ask: Statement = {
  name: 'time',
  text: 'SELECT extract(epoch FROM clock_timestamp())::float8 * 1000 AS time',
};

/** Questions that are asked at a time; the one that was answered soonest is believed. */
const questions = 5;
/** Milliseconds between two looks. */
const every = 60_000;

/** The clock of the database. */
export interface ServerTime {
  /** Milliseconds since 1970. */
  now(): number;
  /** Compares the clocks at once. */
  compare(): Promise<void>;
  stop(): void;
}

/**
 * Keeps the time of the database, so that all its servers go by one clock: leases, expiry and idempotency keys are compared between
 * them. It is compared at the start and each minute; in between this machine's clock runs on, by steps that nobody can turn back.
 */
export async function followServerTime(db: Connections): Promise<ServerTime> {
  /** To be added to the monotonic clock of this process. */
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
  // When the database is away the clock runs on.
  const timer = setInterval(() => void compare().catch(() => undefined), every).unref();
  return { now: () => Math.floor(performance.now() + offset), compare, stop: () => clearInterval(timer) };
}
