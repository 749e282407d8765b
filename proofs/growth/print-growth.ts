import { unorderedIndexes } from './assumptions.ts';
import { findLimits } from './find-limits.ts';
import { type GrowthMeasure, type TableSize, together, works } from './growth-measure.ts';
import { type GrowthProjection, type GrowthScenario, projectGrowth } from './project-growth.ts';

/** The number of invoices that every load is asked about. */
const billion = 1e9;

/** Writes the measured sizes a row, and the costs an invoice. */
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

/** Writes what becomes of a database under each load, a column a load, and what breaks first. */
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

/** The lines of the table that differ much when nothing is removed. */
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
