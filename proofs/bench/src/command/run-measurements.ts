import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { measurements } from '../measurements/index.ts';
import type { Measurement, Outcome } from '../measurements/measurement.ts';
import { compareReports } from '../report/compare-reports.ts';
import { printTable } from '../report/print-table.ts';
import { type Report, readReport, writeReport } from '../report/report-file.ts';
import { describeMachine } from '../servers/describe-machine.ts';
import type { BenchOptions } from './read-options.ts';

const interrupted = 130;

/** Measures, prints and keeps what was asked for. After SIGINT or SIGTERM it does the latter two with what is known, and ends. */
export async function runMeasurements({ names, out, compare, help, ...settings }: BenchOptions): Promise<void> {
  const earlier = compare === undefined ? undefined : readReport(compare);
  const place = mkdtempSync(join(tmpdir(), 'payment-invoice-bench-'));
  // A database that has just been told to stop may still write.
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
    // Not once: from npm a signal comes twice, and the second would end the process before it has printed.
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
