import { join } from 'node:path';
import type { CaseResult } from '../outcome/verdict.ts';
import { unreached } from '../report/build-report.ts';
import { readReport } from '../report/read-report.ts';
import type { Report } from '../report/report.ts';
import { cutText, showUnseen } from '../text/encode-output.ts';
import type { Options } from './options/parse-options.ts';
import { describeUnread, UsageError } from './options/usage-error.ts';

/** The failed cases in a report, and the options to run them again under the same conditions. */
export interface Replay {
  failures: CaseResult[];
  options: Options;
}

/** Reads the report of an earlier run. @throws UsageError if the file is not a report, or contains no failures */
export function readReplay(file: string, options: Options): Replay {
  const report = readOrRefuse(file, (why) => `--replay ${file} cannot be read: ${shown(why)}.`);
  if (report.judged) throw new UsageError(`--replay ${file} is a report about recorded traffic, which contains no cases.`);
  const failures = report.results.filter(({ verdict }) => verdict === 'fail');
  if (failures.length === 0) throw new UsageError(`--replay ${file}: no case failed, so there is nothing to replay.`);
  const { profile, features, strict, subject, seed } = report;
  // Somebody else may have written the report, so the token is sent only to a deployment that the user names.
  if (options.baseUrl === undefined && options.start === undefined)
    throw new UsageError(
      `--replay ${file} needs to know where to send the token, because the report may come from somebody else. Set --base-url, BASE_URL or --start. The report is about ${shown(subject)}.`,
    );
  const conditions = { profile: profile === 'full' ? 'full' : 'core', features, strict, seed: options.seed ?? seed } as const;
  return { failures, options: { ...options, ...conditions, cases: failures.map(({ id }) => id) } };
}

const shown = (text: string): string => cutText(showUnseen(text), 600);

/**
 * Describes each earlier failure as FIXED, FAILED or ERROR. Returns exit code 0 if all are fixed, 1 if one failed again, and 2 if
 * one has no verdict.
 */
export function judgeReplay(failures: CaseResult[], results: CaseResult[]): { text: string; exit: number } {
  const byId = new Map(results.map((result) => [result.id, result]));
  const words = failures.map((failure) => {
    const now = byId.get(failure.id);
    if (now === undefined) return { word: 'ERROR', failure, why: 'no case has this id now' };
    if (now.verdict === 'pass') return { word: 'FIXED', failure, why: '' };
    const [finding] = now.findings;
    if (finding)
      return { word: 'FAILED', failure, why: `expected ${shown(finding.expected)}, received ${shown(finding.received)}` };
    return { word: 'ERROR', failure, why: shown(`${now.verdict}: ${now.reason}`) };
  });
  const count = (word: string): number => words.filter((one) => one.word === word).length;
  const lines = words.map(
    ({ word, failure, why }) =>
      `${word.padEnd(6)}  ${shown(failure.id)}  (${shown(failure.requirement)})${why && `\n        ${why}`}`,
  );
  const total = `${count('FIXED')} fixed, ${count('FAILED')} failed again, ${count('ERROR')} could not be determined.`;
  return { text: `${[...lines, total].join('\n')}\n`, exit: count('FAILED') > 0 ? 1 : count('ERROR') > 0 ? 2 : 0 };
}

/** The entry that a run with --failed adds to `selected` in its report. */
export const ofFailed = '--failed';

/**
 * Reads the failures in the folder's last report. Returns options that run these cases again with the report's seed, profile and
 * features, unless the user gives other values.
 * @throws UsageError if the folder has no report, or the report has no failures
 */
export function readFailed(options: Options): Options {
  const file = join(options.out ?? 'conformance-report', 'report.json');
  const report = readOrRefuse(
    file,
    (why) => `--failed: the last report cannot be read, ${why}. Run all cases first, or set --out to the folder of that report.`,
  );
  if (report.judged) throw new UsageError(`--failed: ${file} is a report about recorded traffic, which contains no cases.`);
  // If a run with --failed did not reach a case, the case still counts as failed, because it had failed before that run.
  const left = report.selected?.includes(ofFailed) ?? false;
  const failed = report.results.filter(
    ({ verdict, reason }) => verdict === 'fail' || verdict === 'error' || (left && reason === unreached),
  );
  if (failed.length === 0) throw new UsageError(`--failed: nothing failed in ${file}, so there is nothing to repeat.`);
  const { profile, features, strict, seed } = report;
  return {
    ...options,
    ...(!options.saysClaims && { profile: profile === 'full' ? 'full' : 'core', features, strict: options.strict || strict }),
    seed: options.seed ?? seed,
    ids: failed.map(({ id }) => id),
  };
}

/** Reads a report. @throws UsageError with a message about why it cannot be read */
export function readOrRefuse(file: string, sayWhy: (why: string) => string): Report {
  try {
    return readReport(file);
  } catch (error) {
    throw new UsageError(sayWhy(describeUnread(error as Error)));
  }
}
