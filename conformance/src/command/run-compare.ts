import { writeFileSync } from 'node:fs';
import { compareReports, hasRegressed, renderSummary } from '../compare/compare-reports.ts';
import { renderComparison } from '../compare/html/render-comparison.ts';
import { showUnseen } from '../text/encode-output.ts';
import { readArguments } from './options/read-values.ts';
import { UsageError } from './options/usage-error.ts';
import { readOrRefuse } from './replay-report.ts';
import type { Surroundings } from './surroundings.ts';

const help = `Compares reports: what was fixed and what broke, by requirement and by feature.

  payment-invoice-conformance compare REPORT REPORT... [--out FILE]

REPORT is a report.json, or a folder that has one. They are compared in the order given: the oldest first.

  --out FILE   where the page goes (default: conformance-comparison.html)
  --no-color   no colours on a terminal

Exit 0: what held in one of them still holds in the last. 1: something broke. 2: nothing was compared.
`;

const options = { out: { type: 'string' }, 'no-color': { type: 'boolean' }, help: { type: 'boolean', short: 'h' } } as const;
/** Maximum number of reports in one comparison. */
const most = 12;

/**
 * Compares the reports named in the arguments, writes a page, and returns the exit code.
 * @throws UsageError if an argument is wrong or a report cannot be read
 */
export function runCompare(args: string[], { print, printsToTerminal, environment }: Surroundings): number {
  const { values, positionals } = readArguments({ args, options, allowPositionals: true, tokens: true }, 'compare --help');
  if (values.help) {
    print(help);
    return 0;
  }
  if (values.out === '') throw new UsageError('--out is empty.');
  if (positionals.length < 2)
    throw new UsageError('compare needs at least two reports: report.json files, or folders that contain one.');
  if (positionals.length > most)
    throw new UsageError(`compare accepts at most ${most} reports, because more do not fit side by side.`);
  const reports = positionals.map((path) => readOrRefuse(path, (why) => `${path} cannot be compared: ${showUnseen(why)}.`));
  const comparison = compareReports(reports);
  const page = values.out ?? 'conformance-comparison.html';
  try {
    writeFileSync(page, renderComparison(comparison));
  } catch (error) {
    throw new UsageError(`The page cannot be written to ${page}: ${(error as Error).message}. Choose another file with --out.`);
  }
  const colour = printsToTerminal === true && !values['no-color'] && !environment.NO_COLOR && environment.TERM !== 'dumb';
  print(`${renderSummary(comparison, colour)}\nPage: ${page}\n`);
  return hasRegressed(comparison) ? 1 : 0;
}
