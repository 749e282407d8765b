import type { Finding } from '../engine/case.ts';
import { type CaseResult, type Verdict, verdicts } from '../engine/verdict.ts';
import type { Report, ReportedRequirement } from './report.ts';

/** What became of one requirement over all cases. */
export interface JudgedRequirement extends ReportedRequirement {
  id: string;
  verdict: Verdict;
  /** Cases that cover it. */
  results: CaseResult[];
  /** What broke it, with the case that found it. */
  findings: { result: CaseResult; finding: Finding }[];
}

/** Every requirement of the report, worst first; among equals in the order of the report. */
export function judgeRequirements(report: Report): JudgedRequirement[] {
  const judged = Object.entries(report.requirements).map(([id, requirement]): JudgedRequirement => {
    const results = report.results.filter((result) => result.requirement === id);
    const findings = report.results.flatMap((result) =>
      result.findings.filter((finding) => finding.requirement === id).map((finding) => ({ result, finding })),
    );
    return { id, ...requirement, results, findings, verdict: judge(results, findings, report.strict) };
  });
  return judged.sort((one, other) => verdicts.indexOf(other.verdict) - verdicts.indexOf(one.verdict));
}

function judge(results: CaseResult[], findings: { finding: Finding }[], strict: boolean): Verdict {
  if (results.some(({ verdict }) => verdict === 'error')) return 'error';
  if (findings.length > 0) return strict || findings.some(({ finding }) => finding.level === 'MUST') ? 'fail' : 'warn';
  if (results.length > 0 && results.every(({ verdict }) => verdict === 'not-supported')) return 'not-supported';
  if (results.some(({ verdict }) => verdict === 'inconclusive')) return 'inconclusive';
  return results.some(({ verdict }) => verdict === 'skipped') ? 'skipped' : 'pass';
}
