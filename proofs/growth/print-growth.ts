import { assumptions, unorderedIndexes } from './assumptions.ts';
import { type GrowthMeasure, type TableSize, together, works } from './measure-growth.ts';
import { type GrowthProjection, type GrowthScenario, projectGrowth } from './project-growth.ts';

/** A limit that will be exceeded, and the day on which that happens. */
interface Limit {
  title: string;
  /** The number of the day, from 0. */
  day: number;
  cure: string;
}

/** The largest size of a table in bytes: 2^32 pages. */
const largestTable = 2 ** 32 * assumptions.page;
/** The highest log volume in bytes per second: half of what a 1 Gbit/s network can send to each standby. */
const mostWal = 125e6 / 2;
/** The longest that pg_dump may take, in hours: one night. Until pg_dump has ended, vacuum cannot remove dead rows. */
const night = 8;

/** All limits, each with its remedy. `isMet` returns true while the limit is not exceeded. */
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

/** Finds the limits that are exceeded within the scenario's days, earliest first. */
export function findLimits(measure: GrowthMeasure, scenario: GrowthScenario): Limit[] {
  const found = limits.flatMap(({ title, cure, isMet }): Limit[] => {
    const holds = (days: number) => isMet(projectGrowth(measure, { ...scenario, days }), scenario);
    if (holds(scenario.days)) return [];
    // Searches by bisection. The database only grows, so a limit that is not exceeded on one day was not exceeded earlier.
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

/** Number of invoices. The tables show how large a database with this many is, and how many days it takes to grow so large. */
const billion = 1e9;

/** Writes the measured sizes per row and costs per invoice. */
export function describeMeasure({ from, invoices, tables, alone, batched }: GrowthMeasure): string {
  const lasting = (pick: (one: TableSize) => number) => {
    const stay = tables.filter(({ table }) => table === 'invoices' || table === 'receipts');
    return gigabytes(billion * stay.reduce((sum, one) => sum + pick(one), 0));
  };
  const rows = tables.map(({ table, heap, indexes }) => {
    const each = Object.entries(indexes).map(([name, bytes]) => `${name} ${bytes}`);
    return `  ${table.padEnd(17)} ${cell(heap.toFixed(0))} ${cell(sumOf(indexes).toFixed(0))}   ${each.join(', ')}`;
  });
  const costs = works.flatMap((name) =>
    (name.startsWith('forget') ? [batched[name]] : [alone[name], batched[name]]).map(({ wal, transactions, cpu }, index) => {
      const title = index === 0 ? name : `  ${together} together`;
      return `  ${title.padEnd(17)} ${cell(String(wal))} ${cell(transactions.toFixed(3))} ${cell(cpu === null ? '–' : String(cpu))}`;
    }),
  );
  return `Measured with ${invoices} invoices: ${from}

  bytes a row            rows  indexes
${rows.join('\n')}

  an invoice        log bytes transact. core µs
${costs.join('\n')}

10⁹ invoices and their receipts: rows ${lasting(({ heap }) => heap)}, indexes ${lasting(({ indexes }) => sumOf(indexes))}, of which ${lasting(({ indexes }) => sumOf(unordered(indexes)))} are in no order.
`;
}

function unordered(indexes: Record<string, number>): Record<string, number> {
  return Object.fromEntries(Object.entries(indexes).filter(([name]) => name in unorderedIndexes));
}

function sumOf(indexes: Record<string, number>): number {
  return Object.values(indexes).reduce((sum, bytes) => sum + bytes, 0);
}

/** Describes how a database grows: a table with a column for each load, then the limits that each load exceeds, in order. */
export function describeGrowth(measure: GrowthMeasure, scenarios: readonly GrowthScenario[]): string {
  const [first] = scenarios;
  if (!first) return '';
  const { days, cores, memory, disk, reads } = first;
  const head = `After ${countDays(days)}, on ${cores} cores, ${gigabytes(memory)} of memory, a disk of ${gigabytes(disk)} with ${reads} random reads a second`;
  const names = scenarios.map(({ creates }) => cell(String(creates))).join('');
  const kept = table(measure, scenarios);
  const all = scenarios.map((scenario) => ({ ...scenario, isRetained: false }));
  const parts = scenarios.map((scenario) => describeLimits(measure, scenario));
  return `${head}

  creates a second            ${names}
${kept.join('\n')}
  nothing ever removed        ${scenarios.map(() => cell('')).join('')}
${table(measure, all).slice(sizeRows[0], sizeRows[1]).join('\n')}

${parts.join('\n')}`;
}

/** The start and end of the rows that are printed again, as they would be if nothing were ever removed from the database. */
const sizeRows = [2, 7] as const;

const lines: readonly [string, (after: GrowthProjection, scenario: GrowthScenario) => string][] = [
  ['invoices', ({ invoices }) => `${(invoices / 1e6).toFixed(0)} M`],
  ['days to 10⁹ invoices', (_, { creates }) => (billion / creates / 86_400).toFixed(1)],
  ['events and keys', ({ passing }) => `${(passing / 1e6).toFixed(0)} M`],
  ['rows', ({ heap }) => gigabytes(heap)],
  ['indexes', ({ indexes }) => gigabytes(indexes)],
  ['memory that is wanted', ({ hot }) => gigabytes(hot)],
  ['hours of pg_dump', ({ dumpHours }) => dumpHours.toFixed(1)],
  ['random reads a second', ({ readsPerSecond }) => readsPerSecond.toFixed(0)],
  ['log, a day', ({ walPerSecond }) => gigabytes(walPerSecond * 86_400)],
  ['log, MB a second', ({ walPerSecond }) => (walPerSecond / 1e6).toFixed(1)],
  ['cores of PostgreSQL', ({ cores }) => (cores === null ? '–' : cores.toFixed(1))],
  ['hours of vacuum a day', ({ vacuumHours }) => vacuumHours.toFixed(1)],
  ['hours between freezes', ({ freezeHours }) => freezeHours.toFixed(0)],
  ['servers (processes)', ({ servers }) => String(servers)],
  ['connections', ({ connections }) => String(connections)],
];

function table(measure: GrowthMeasure, scenarios: readonly GrowthScenario[]): string[] {
  const columns = scenarios.map((scenario) => ({ scenario, after: projectGrowth(measure, scenario) }));
  return lines.map(
    ([name, show]) => `  ${name.padEnd(28)}${columns.map(({ scenario, after }) => cell(show(after, scenario))).join('')}`,
  );
}

function describeLimits(measure: GrowthMeasure, scenario: GrowthScenario): string {
  const { creates, days } = scenario;
  const [first, ...others] = findLimits(measure, scenario);
  if (!first) return `${creates} a second: nothing breaks within ${countDays(days)}.\n`;
  const when = (day: number) => (day === 0 ? 'within a day' : `on day ${day}`);
  const rest = others.map(({ title, day, cure }) => `  then ${when(day)}: ${title}. Cure: ${cure}.\n`);
  return `${creates} a second breaks first ${when(first.day)}: ${first.title}. Cure: ${first.cure}.\n${rest.join('')}`;
}

function countDays(days: number): string {
  return days === 1 ? 'a day' : `${days} days`;
}

function gigabytes(bytes: number): string {
  const [value, unit] = bytes >= 1e12 ? [bytes / 1e12, 'TB'] : [bytes / 1e9, 'GB'];
  return `${value.toFixed(value < 10 ? 1 : 0)} ${unit}`;
}

function cell(text: string): string {
  return text.padStart(10);
}
