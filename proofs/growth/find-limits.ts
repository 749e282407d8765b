import { assumptions } from './assumptions.ts';
import type { GrowthMeasure } from './growth-measure.ts';
import { type GrowthProjection, type GrowthScenario, projectGrowth } from './project-growth.ts';

/** Something that gives out, and the day on which it does. */
export interface Limit {
  title: string;
  /** 0 for the first day. */
  day: number;
  cure: string;
}

/** Bytes that a table can have: 2^32 pages. */
const largestTable = 2 ** 32 * assumptions.page;
/** Bytes a second that a log may take: half of what a network of 1 Gbit/s carries to each standby. */
const mostWal = 125e6 / 2;
/** Hours that a pg_dump may take: the night. Its snapshot keeps vacuum from removing anything meanwhile. */
const night = 8;

/** Each limit with its cure; `isMet` while it holds. */
const limits: readonly { title: string; cure: string; isMet(after: GrowthProjection, scenario: GrowthScenario): boolean }[] = [
  {
    title: 'the disk is 80 % full',
    cure: 'move invoices and receipts that ended long ago to an archive, by partitions a month, or take a larger disk',
    isMet: ({ heap, indexes }, { disk }) => heap + indexes <= assumptions.usableDisk * disk,
  },
  {
    title: 'indexes outgrow memory, and the disk has not the random reads that are missed',
    cure: 'more memory, a faster disk, or partitions of receipts by month with an index of recent hashes before them',
    isMet: ({ readsPerSecond }, { reads }) => readsPerSecond <= assumptions.usable * reads,
  },
  {
    title: 'the log outgrows the network to a standby (63 MB/s)',
    cure: 'wal_compression = lz4, a checkpoint each 30 minutes (max_wal_size to match), and a network of 10 Gbit/s',
    isMet: ({ walPerSecond }) => walPerSecond <= mostWal,
  },
  {
    title: 'PostgreSQL has no core left',
    cure: 'more cores; then several databases, with the accounts shared out',
    isMet: ({ cores }, scenario) => cores === null || cores <= assumptions.usable * scenario.cores,
  },
  {
    title: 'vacuum of a table takes more than the day has',
    cure: 'outbox and idempotency_keys in partitions of an hour that are dropped; until then vacuum_cost_limit = 10000 and a scale factor of 0.1',
    isMet: ({ vacuumHours }) => vacuumHours <= 24,
  },
  {
    title: 'vacuums against wraparound come more than twice a day',
    cure: 'autovacuum_freeze_max_age = 1000000000, and few busy servers instead of many: they put more into a statement',
    isMet: ({ freezeHours }) => freezeHours >= 12,
  },
  {
    title: `connections are more than ${assumptions.maxConnections}`,
    cure: 'max_connections = 300, or PgBouncer',
    isMet: ({ connections }) => connections <= assumptions.maxConnections,
  },
  {
    title: 'pg_dump takes more than a night',
    cure: 'back up the files and the log instead (pgBackRest, WAL-G)',
    isMet: ({ dumpHours }) => dumpHours <= night,
  },
  {
    title: 'a table has 32 TiB, which is the most',
    cure: 'partitions by month',
    isMet: ({ largestTable: bytes }) => bytes < largestTable,
  },
];

/** Finds what gives out within the days of the scenario, what does so first before the rest. */
export function findLimits(measure: GrowthMeasure, scenario: GrowthScenario): Limit[] {
  const found = limits.flatMap(({ title, cure, isMet }): Limit[] => {
    const holds = (days: number) => isMet(projectGrowth(measure, { ...scenario, days }), scenario);
    if (holds(scenario.days)) return [];
    // What holds on one day holds on all before: nothing shrinks.
    let [good, bad] = [0, scenario.days];
    while (bad - good > 1) {
      const middle = Math.floor((good + bad) / 2);
      if (holds(middle)) good = middle;
      else bad = middle;
    }
    return [{ title, cure, day: bad === 1 ? 0 : bad }];
  });
  return found.toSorted((one, other) => one.day - other.day);
}
