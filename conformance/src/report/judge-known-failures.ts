import type { CaseResult } from '../outcome/verdict.ts';
import type { Report } from './report.ts';

/** A known failure, which is tolerated until a given day. */
export interface KnownFailure {
  case: string;
  reason: string;
  /** The last day, as YYYY-MM-DD. */
  until: string;
}

/**
 * Marks the known failures, and reports problems in their list: entries that pass now, name no case, were not tried, or are out
 * of date.
 * @param known ids of all cases, selected or not; entries for unselected cases are ignored
 * @param today YYYY-MM-DD
 */
export function judgeKnownFailures(report: Report, entries: KnownFailure[], known: ReadonlySet<string>, today: string): Report {
  const problems: string[] = [];
  const results = report.results.map((result): CaseResult => {
    const entry = entries.find(({ case: id }) => id === result.id);
    if (entry === undefined) return result;
    if (result.verdict === 'pass') problems.push(`${entry.case} passes now: take it off the list of known failures.`);
    else if (result.verdict === 'warn')
      problems.push(
        `${entry.case} is on the list of known failures, but is a warning only: run with --strict, or take it off the list.`,
      );
    else if (result.verdict !== 'fail')
      problems.push(`${entry.case} is on the list of known failures, but is ${result.verdict}.`);
    else if (today > entry.until) problems.push(`${entry.case} was known until ${entry.until}, and still fails.`);
    else return { ...result, known: { reason: entry.reason, until: entry.until } };
    return result;
  });
  for (const { case: id } of entries)
    if (!known.has(id)) problems.push(`${id} is on the list of known failures, but no case has this id.`);
  return { ...report, results, knownFailures: { problems }, reasons: [...report.reasons, ...problems] };
}
