import type { Finding } from './finding.ts';

/** Verdicts from best to worst. Only a worse one overwrites. */
export const verdicts = ['pass', 'not-supported', 'skipped', 'inconclusive', 'warn', 'fail', 'error'] as const;
export type Verdict = (typeof verdicts)[number];

export interface CaseResult {
  id: string;
  /** Of the case, below the suite's folder, such as `cases/create-payment/answer.ts`; absent where no case ran. */
  file?: string;
  title: string;
  requirement: string;
  level: 'MUST' | 'SHOULD';
  support: 'core' | 'extended';
  feature?: string;
  /** Ids of other requirements that it looked at. */
  covers?: string[];
  /** Ids of the statements that it is for; absent where that is its requirement alone. */
  tries?: string[];
  operations: string[];
  verdict: Verdict;
  /** The reason for every verdict but pass, fail and warn. */
  reason?: string;
  /** The function of the adapter, or the option, without which it was skipped. */
  lacks?: string;
  /** Skipped because the run lets nothing take as long as it may: the verdict on the run does not ask for it. */
  optional?: true;
  findings: Finding[];
  /** A known failure, which may stay until a given day. */
  known?: { reason: string; until: string };
  milliseconds: number;
}

/** Judges findings: a broken MUST is a failure; a broken SHOULD is a warning, and under `strict` a failure too. */
export function verdictOf(findings: Finding[], strict: boolean): Verdict {
  if (findings.some(({ level }) => strict || level === 'MUST')) return 'fail';
  return findings.length > 0 ? 'warn' : 'pass';
}
