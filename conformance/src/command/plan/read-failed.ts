import { join } from 'node:path';
import { unreached } from '../../report/build-report.ts';
import { readReport } from '../../report/read-report.ts';
import type { Report } from '../../report/report.ts';
import type { Options } from '../options/parse-options.ts';
import { describeUnread, UsageError } from '../options/usage-error.ts';

/** Entry in `selected` of a report whose run was started with --failed. */
export const ofFailed = '--failed';

/**
 * Reads the failures in the last report of the folder, and returns options that run them again. They keep the report's seed, and
 * its claims unless the user makes others.
 * @throws UsageError where there is no such report, or nothing failed in it
 */
export function readFailed(options: Options): Options {
  const file = join(options.out ?? 'conformance-report', 'report.json');
  const report = read(file);
  if (report.judged) throw new UsageError(`--failed: ${file} is of recorded traffic, for which no case was run.`);
  // Cases that a run with --failed did not reach still count as failed, because they had failed before and were not tried again.
  const left = report.selected?.includes(ofFailed) ?? false;
  const failed = report.results.filter(
    ({ verdict, reason }) => verdict === 'fail' || verdict === 'error' || (left && reason === unreached),
  );
  if (failed.length === 0) throw new UsageError(`--failed: nothing failed in ${file}, so there is nothing to run again.`);
  const { profile, features, strict, seed } = report;
  return {
    ...options,
    ...(!options.saysClaims && { profile: profile === 'full' ? 'full' : 'core', features, strict: options.strict || strict }),
    seed: options.seed ?? seed,
    ids: failed.map(({ id }) => id),
  };
}

function read(file: string): Report {
  try {
    return readReport(file);
  } catch (error) {
    throw new UsageError(
      `--failed: the last report cannot be read, ${describeUnread(error as Error)}. Run everything first, or say with --out where that report is.`,
    );
  }
}
