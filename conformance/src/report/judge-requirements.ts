import { groupBy } from '../group-by.ts';
import type { Finding } from '../outcome/finding.ts';
import { type CaseResult, type Verdict, verdicts } from '../outcome/verdict.ts';
import type { Report, ReportedRequirement } from './report.ts';

/** A requirement with the verdict of all its cases. */
export interface JudgedRequirement extends ReportedRequirement {
  id: string;
  verdict: Verdict;
  /** Cases that cover it. */
  results: CaseResult[];
  /** Findings against it, each with the case that found it. */
  findings: { result: CaseResult; finding: Finding }[];
}

/** Judges every requirement of the report; worst first, equals in the order of the report. */
export function judgeRequirements(report: Report): JudgedRequirement[] {
  const results = groupBy(report.results, ({ requirement }) => requirement);
  const found = report.results.flatMap((result) => result.findings.map((finding) => ({ result, finding })));
  const findings = groupBy(found, ({ finding }) => finding.requirement);
  const judged = Object.entries(report.requirements).map(([id, requirement]): JudgedRequirement => {
    const own = { results: results.get(id) ?? [], findings: findings.get(id) ?? [] };
    return { id, ...requirement, ...own, verdict: judge(own.results, own.findings, report.strict) };
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
