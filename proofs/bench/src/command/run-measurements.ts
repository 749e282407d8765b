import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { measurements } from '../measurements/index.ts';
import type { Measurement, Outcome } from '../measurements/measurement.ts';
import { printRatio, printTable, type Table } from '../report/table.ts';
import { describeMachine } from '../servers/describe-machine.ts';
import type { Estimate } from '../statistics/estimate.ts';
import type { BenchOptions } from './read-options.ts';
import { UsageError } from './usage-error.ts';

const interrupted = 130;

/**
 * Runs the requested measurements, prints the results and writes them to the file. After SIGINT or SIGTERM, prints and writes
 * what is known so far, and ends.
 */
export async function runMeasurements({ names, out, compare, help, ...settings }: BenchOptions): Promise<void> {
  const earlier = compare === undefined ? undefined : readReport(compare);
  const place = mkdtempSync(join(tmpdir(), 'payment-invoice-bench-'));
  // Retries the deletion, because a database that was just asked to stop may still be writing.
  process.on('exit', () => rmSync(place, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 }));
  const report: Report = {
    at: new Date().toISOString(),
    made: { settings, ...describeMachine() },
    isPartial: false,
    results: {},
  };
  let current: { name: string; measurement: Measurement; describe: () => Outcome } | undefined;
  const show = () => {
    if (!current) return;
    const { name, measurement, describe } = current;
    const outcome = describe();
    report.results[name] = outcome;
    process.stdout.write(`\n${measurement.title}\n\n${print(outcome)}\n`);
  };
  const finish = () => {
    writeReport(out, report);
    if (earlier) process.stdout.write(`\n${compareReports(report, earlier)}\n`);
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    // Uses `on` instead of `once`, because npm sends a signal twice, and `once` would let the second one end the process.
    process.on(signal, () => {
      report.isPartial = true;
      show();
      finish();
      process.exit(interrupted);
    });
  }
  for (const name of names) {
    const measurement = measurements[name];
    if (!measurement) continue;
    process.stderr.write(`${measurement.title} …\n`);
    await measurement.run(settings, join(place, name), (describe) => {
      current = { name, measurement, describe };
    });
    show();
    current = undefined;
  }
  finish();
}

function print({ tables, remarks }: Outcome): string {
  if (tables.length === 0 && remarks.length === 0) return 'Nothing is known yet.';
  return [...tables.map(printTable), ...(remarks.length > 0 ? [remarks.join('\n')] : [])].join('\n\n');
}

/** Compares the CPU ratios of two runs. Returns a line for each ratio that both runs have. */
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

/** Describes whether an interval is lower or higher than an earlier one. If the two overlap, the difference is not certain. */
function judge(now: Estimate, then: Estimate): string {
  if (now.high < then.low) return 'less now';
  return now.low > then.high ? 'more now' : 'no difference that can be told';
}

/** The figures of a run, stored for comparison with later runs. */
export interface Report {
  /** The time of the run, in ISO 8601. */
  at: string;
  /** How the figures were measured: settings, machine and versions. */
  made: object;
  /** True when the run was interrupted. */
  isPartial: boolean;
  results: Record<string, Outcome>;
}

/** Writes the figures of a run, creating the file's folder if needed. */
export function writeReport(file: string, report: Report): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, `${JSON.stringify(report, null, 2)}\n`);
}

/** @throws UsageError when the file was not written by a run */
export function readReport(file: string): Report {
  let report: Partial<Report>;
  try {
    report = JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    throw new UsageError(`${file} cannot be compared with: ${(error as Error).message}. Name a file that --out has written.`);
  }
  if (typeof report?.results === 'object' && report.results !== null && typeof report.at === 'string') return report as Report;
  throw new UsageError(`${file} cannot be compared with: it holds no figures of a run. Name a file that --out has written.`);
}
