import type { Finding } from './finding.ts';

/** Verdicts from best to worst. A verdict is only replaced by a worse one. */
export const verdicts = ['pass', 'not-supported', 'skipped', 'inconclusive', 'warn', 'fail', 'error'] as const;
export type Verdict = (typeof verdicts)[number];

export interface CaseResult {
  id: string;
  /** File of the case below the suite's folder, such as `cases/create-payment/answer.ts`; absent if no case ran. */
  file?: string;
  title: string;
  requirement: string;
  level: 'MUST' | 'SHOULD';
  support: 'core' | 'extended';
  feature?: string;
  /** Ids of other requirements that it checked. */
  covers?: string[];
  /** Ids of the statements that it tries; absent if that is only its requirement. */
  tries?: string[];
  operations: string[];
  verdict: Verdict;
  /** The reason for any verdict other than pass, fail and warn. */
  reason?: string;
  /** The adapter function or the option that was missing, so that the case was skipped. */
  lacks?: string;
  /** True if the case was skipped because the run's waits are too short for it. The run's verdict does not depend on it. */
  optional?: true;
  findings: Finding[];
  /** A known failure, which is tolerated until the given day. */
  known?: { reason: string; until: string };
  milliseconds: number;
}

/** Judges findings: a broken MUST is a failure; a broken SHOULD is a warning, or a failure under `strict`. */
export function verdictOf(findings: Finding[], strict: boolean): Verdict {
  if (findings.some(({ level }) => strict || level === 'MUST')) return 'fail';
  return findings.length > 0 ? 'warn' : 'pass';
}
