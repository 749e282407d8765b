import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { UsageError } from '../command/usage-error.ts';
import type { Outcome } from '../measurements/measurement.ts';

/** The figures of a run, stored for comparison with later runs. */
export interface Report {
  /** The time of the run, in ISO 8601. */
  at: string;
  /** The settings, machine and versions used for the measurement. */
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
