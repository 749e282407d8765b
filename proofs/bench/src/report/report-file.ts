import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { UsageError } from '../command/usage-error.ts';
import type { Outcome } from '../measurements/measurement.ts';

/** The figures of a run, as they are kept for later ones. */
export interface Report {
  /** The time of the run, in ISO 8601. */
  at: string;
  /** The settings, the machine and the versions with which it was measured. */
  made: object;
  /** True when the run was ended early. */
  isPartial: boolean;
  results: Record<string, Outcome>;
}

/** Writes the figures of a run, and the folder that they are to lie in. */
export function writeReport(file: string, report: Report): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, `${JSON.stringify(report, null, 2)}\n`);
}

/** @throws UsageError when the file is not one that a run has written */
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
