import { assumptions, unorderedIndexes } from './assumptions.ts';
import { type GrowthMeasure, type TableSize, together, type WorkCost } from './measure-growth.ts';

/** A constant load, and the machine that the database runs on. */
export interface GrowthScenario {
  /** Invoices per second, each created with a key, paid with one receipt and reported by one callback. */
  creates: number;
  days: number;
  /** False if nothing is ever removed from the database. */
  isRetained: boolean;
  cores: number;
  /** The machine's memory, in bytes. */
  memory: number;
  disk: number;
  /** Random reads per second that the disk supports. */
  reads: number;
}

/** A database after a number of days. Sizes are in bytes. */
export interface GrowthProjection {
  invoices: number;
  /** The size of rows that are removed after a while: events and keys. */
  passing: number;
  heap: number;
  indexes: number;
  largestTable: number;
  /** The memory needed for the pages of indexes and busy rows. With this much memory, hardly any request waits for the disk. */
  hot: number;
  /** Random reads per second that are necessary because not all of the pages that `hot` counts fit into memory. */
  readsPerSecond: number;
  walPerSecond: number;
  cores: number | null;
  /** Hours per day that vacuum spends on the slowest table; each table has only one vacuum at a time. */
  vacuumHours: number;
  /** The hours between two vacuums that PostgreSQL runs to prevent transaction id wraparound. */
  freezeHours: number;
  servers: number;
  connections: number;
  dumpHours: number;
}

const day = 86_400;

/** Projects the growth of a database from measured sizes and costs. */
export function projectGrowth(measure: GrowthMeasure, scenario: GrowthScenario): GrowthProjection {
  const { creates, days, memory } = scenario;
  const rows = rowsOf(scenario);
  const heapOf = ({ table, heap }: TableSize) => heap * (rows[table] ?? 0);
  const indexesOf = ({ table, indexes }: TableSize) => sum(Object.values(indexes)) * (rows[table] ?? 0);
  const heap = sum(measure.tables.map(heapOf));
  const indexes = sum(measure.tables.map(indexesOf));
  const hot = sum(measure.tables.map((one) => hotOf(one, rows[one.table] ?? 0, scenario)));
  const missed = Math.max(0, 1 - (assumptions.cacheShare * memory) / hot);
  const servers = Math.ceil((creates * assumptions.serverTime) / 1e6 / assumptions.usable);
  const cost = costOf(measure, scenario, servers);
  return {
    invoices: creates * days * day,
    passing: (rows.outbox ?? 0) + (rows.idempotency_keys ?? 0),
    heap,
    indexes,
    largestTable: Math.max(...measure.tables.map(heapOf)),
    hot,
    readsPerSecond: missed * creates * sum(Object.values(unorderedIndexes)),
    walPerSecond: creates * cost.wal + imagesPerSecond(measure, rows, creates),
    cores: cost.cpu === null ? null : (creates * cost.cpu) / 1e6,
    vacuumHours: Math.max(...measure.tables.map((one) => vacuumHours(one, rows[one.table] ?? 0, scenario))),
    freezeHours: assumptions.freezeAfter / (creates * cost.transactions) / 3_600,
    servers,
    connections: servers * assumptions.connectionsPerServer,
    dumpHours: (heap + indexes) / assumptions.dump / 3_600,
  };
}

/**
 * Adds up the costs of one invoice. A statement has a fixed cost, and a cost for each invoice in it. With more servers for the
 * same load, each statement contains fewer invoices, so an invoice costs more.
 */
function costOf({ alone, batched }: GrowthMeasure, { creates, isRetained }: GrowthScenario, servers: number): WorkCost {
  const size = Math.min(together, Math.max(1, creates / servers / assumptions.statements));
  const part = (1 / size - 1 / together) / (1 - 1 / together);
  const works = (Object.keys(alone) as (keyof typeof alone)[]).filter((name) => isRetained || !name.startsWith('forget'));
  const costs = works.map((name) => ({ one: alone[name], many: batched[name] }));
  const between = (pick: (cost: WorkCost) => number) =>
    sum(costs.map(({ one, many }) => pick(many) + (pick(one) - pick(many)) * part));
  const isTimed = costs.every(({ one, many }) => one.cpu !== null && many.cpu !== null);
  return {
    wal: between(({ wal }) => wal),
    transactions: between(({ transactions }) => transactions),
    cpu: isTimed ? between(({ cpu }) => cpu ?? 0) : null,
  };
}

function rowsOf({ creates, days, isRetained }: GrowthScenario): Record<string, number> {
  const [invoices, perDay] = [creates * days * day, creates * day];
  const { keptDays, deadShare, deadDays } = assumptions;
  if (!isRetained) return { invoices, receipts: invoices, outbox: invoices, idempotency_keys: invoices };
  const kept = perDay * Math.min(days, keptDays);
  const dead = deadShare * perDay * Math.max(0, Math.min(days, deadDays) - keptDays);
  return { invoices, receipts: invoices, outbox: kept + dead, idempotency_keys: kept };
}

/**
 * Returns how many bytes of a table and its indexes should be in memory: the whole of each unordered index, and the newest part
 * of the table and of the other indexes.
 */
function hotOf({ heap, indexes }: TableSize, rows: number, { creates }: GrowthScenario): number {
  const busy = Math.min(rows, creates * 3_600 * assumptions.busyHours);
  const wanted = Object.entries(indexes).map(([name, bytes]) => bytes * (name in unorderedIndexes ? rows : busy));
  return heap * busy + sum(wanted);
}

/**
 * Returns the bytes per second that full-page images add to the log. Each page that changes between two checkpoints is
 * written once.
 */
function imagesPerSecond({ tables }: GrowthMeasure, rows: Record<string, number>, creates: number): number {
  const { page, leafFill, checkpoint } = assumptions;
  const imagesOf = ({ table, indexes }: TableSize) =>
    Object.entries(indexes).map(([name, bytes]) => {
      const pages = (bytes * (rows[table] ?? 0)) / page;
      const changes = (unorderedIndexes[name] ?? 0) * creates * checkpoint;
      return pages === 0 ? 0 : pages * (1 - Math.exp(-changes / pages));
    });
  return (sum(tables.flatMap(imagesOf)) * page * leafFill) / checkpoint;
}

/**
 * Returns the hours per day that vacuums take. Each vacuum reads all indexes of the table, and the pages with new or
 * changed rows.
 */
function vacuumHours({ table, heap, indexes }: TableSize, rows: number, { creates, isRetained }: GrowthScenario): number {
  const perDay = creates * day;
  const leftByForgetting = table === 'outbox' || table === 'idempotency_keys' ? 1 : 0;
  const dead = perDay * ((assumptions.deadRows[table] ?? 0) - (isRetained ? 0 : leftByForgetting));
  const runs = rows === 0 ? 0 : dead / (rows * (assumptions.vacuumScale[table] ?? 0.2));
  const read = (runs * rows * sum(Object.values(indexes))) / assumptions.vacuumRead;
  const written = (Math.max(perDay, dead) * heap) / assumptions.vacuumDirty;
  return (read + written) / 3_600;
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
