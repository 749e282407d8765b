import type { CaseResult, Verdict } from '../engine/verdict.ts';
import { verdicts } from '../engine/verdict.ts';

/** All that a run found; what `report.json` holds. */
export interface Report {
  /** Of this format. */
  version: 1;
  verdict: 'conformant' | 'partial' | 'not conformant' | 'nothing proven';
  subject: string;
  contract: { version: string; sha256: string };
  runner: { version: string; node: string };
  profile: string;
  features: string[];
  strict: boolean;
  startedAt: string;
  milliseconds: number;
  /** The command that runs it again, with `$TOKEN`. */
  reproduce: string;
  counts: Record<Verdict, number>;
  results: CaseResult[];
}

/** How many results have each verdict. */
export function countVerdicts(results: CaseResult[]): Record<Verdict, number> {
  const counts = Object.fromEntries(verdicts.map((verdict) => [verdict, 0])) as Record<Verdict, number>;
  for (const { verdict } of results) counts[verdict]++;
  return counts;
}

/** The verdict on the whole: a core case that told nothing makes it partial; a run in which none told anything proves nothing. */
export function judgeRun(results: CaseResult[]): Report['verdict'] {
  if (results.some(({ verdict }) => verdict === 'fail' || verdict === 'error')) return 'not conformant';
  const core = results.filter(({ support }) => support === 'core');
  if (!core.some(({ verdict }) => verdict === 'pass' || verdict === 'warn')) return 'nothing proven';
  return core.some(({ verdict }) => verdict === 'skipped' || verdict === 'inconclusive') ? 'partial' : 'conformant';
}

/** 0 conformant as far as it was tried, 1 not, 2 nothing proven or the suite itself broke. */
export function exitCode(report: Report): number {
  if (report.counts.fail > 0) return 1;
  if (report.counts.error > 0 || report.verdict === 'nothing proven') return 2;
  return 0;
}
