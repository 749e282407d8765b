import type { Finding } from './finding.ts';

/** All verdicts, from best to worst. When results are combined, the worst verdict counts. */
export const verdicts = ['pass', 'not-supported', 'skipped', 'inconclusive', 'warn', 'fail', 'error'] as const;
export type Verdict = (typeof verdicts)[number];

export interface CaseResult {
  id: string;
  /** File of the case, relative to the suite's folder, such as `cases/create-payment/answer.ts`. Absent if no case ran. */
  file?: string;
  title: string;
  requirement: string;
  level: 'MUST' | 'SHOULD';
  support: 'core' | 'extended';
  feature?: string;
  /** Ids of other requirements that the case also checked. */
  covers?: string[];
  /** Ids of the statements that the case tests. Absent if the case tests only its requirement as a whole. */
  tries?: string[];
  operations: string[];
  verdict: Verdict;
  /** Why the verdict is something other than pass, fail or warn. */
  reason?: string;
  /** The adapter's function or the option that was missing, if the case was skipped for that reason. */
  lacks?: string;
  /** True if the case was skipped because it would wait longer than the options allow. The run's verdict ignores this case. */
  optional?: true;
  findings: Finding[];
  /** Set if the failure is listed as known. It is tolerated up to and including the day `until`. */
  known?: { reason: string; until: string };
  milliseconds: number;
}

/** Returns the verdict for findings. A violated MUST is a failure, and a violated SHOULD a warning or, if strict, a failure. */
export function verdictOf(findings: Finding[], strict: boolean): Verdict {
  if (findings.some(({ level }) => strict || level === 'MUST')) return 'fail';
  return findings.length > 0 ? 'warn' : 'pass';
}
