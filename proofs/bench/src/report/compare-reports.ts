import type { Estimate } from '../statistics/estimate.ts';
import { printRatio } from './print-table.ts';
import type { Report } from './report-file.ts';
import type { Table } from './table.ts';

/** Compares the CPU ratios of two runs, a line for each that both have. */
export function compareReports(now: Report, then: Report): string {
  const lines = Object.entries(now.results).flatMap(([name, { tables }]) =>
    tables.flatMap((table) =>
      compareTables(
        table,
        then.results[name]?.tables.find(({ title }) => title === table.title),
      ),
    ),
  );
  if (lines.length === 0) return `Nothing here was measured on ${then.at} too.`;
  return [`CPU ratios now, and on ${then.at}:`, ...lines].join('\n');
}

function compareTables({ title, rows }: Table, then: Table | undefined): string[] {
  return rows.flatMap(({ name, ratios }) => {
    const old = then?.rows.find((row) => row.name === name)?.ratios;
    if (!ratios || !old) return [];
    return [
      `  ${title.split('.')[0]}, ÷ ${name}: ${printRatio(ratios.cpu)}, then ${printRatio(old.cpu)}: ${judge(ratios.cpu, old.cpu)}`,
    ];
  });
}

/** Says which of two intervals is lower, if they do not touch. */
function judge(now: Estimate, then: Estimate): string {
  if (now.high < then.low) return 'less now';
  return now.low > then.high ? 'more now' : 'no difference that can be told';
}
