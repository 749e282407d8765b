import type { Finding } from './finding.ts';

/** From best to worst. Only a worse one overwrites. */
export const verdicts = ['pass', 'not-supported', 'skipped', 'inconclusive', 'warn', 'fail', 'error'] as const;
export type Verdict = (typeof verdicts)[number];

/** What became of one case. */
export interface CaseResult {
  id: string;
  /** Of the case, below the suite's folder, such as `cases/create-payment/echo.ts`. */
  file: string;
  title: string;
  requirement: string;
  level: 'MUST' | 'SHOULD';
  support: 'core' | 'extended';
  feature?: string;
  operations: string[];
  verdict: Verdict;
  /** Why, for every verdict but pass, fail and warn. */
  reason?: string;
  findings: Finding[];
  /** A failure that is known and may stay until a day. */
  known?: { reason: string; until: string };
  milliseconds: number;
}

/** A MUST that broke is a failure; a SHOULD is a warning, and under `strict` a failure too. */
export function verdictOf(findings: Finding[], strict: boolean): Verdict {
  if (findings.some(({ level }) => strict || level === 'MUST')) return 'fail';
  return findings.length > 0 ? 'warn' : 'pass';
}
