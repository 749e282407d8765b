import type { Requirement } from '../contract/contract.ts';
import type { CaseResult, Verdict } from '../engine/verdict.ts';
import { verdicts } from '../engine/verdict.ts';

/** All that a run found; what `report.json` holds, described by `report.schema.json`. */
export interface Report {
  /** Of this format. */
  version: 1;
  verdict: RunVerdict;
  /** Why the verdict is not simply conformant or not: sentences, one a reason. */
  reasons: string[];
  /** interrupted: the user ended it; the cases that had not run are skipped. */
  ended: 'complete' | 'interrupted';
  /** In the User-Agent of every request of the run. */
  runId: string;
  subject: string;
  contract: { version: string; sha256: string };
  runner: { name: string; version: string; node: string };
  profile: string;
  features: string[];
  strict: boolean;
  /** What random values of the run came from. */
  seed: number;
  startedAt: string;
  milliseconds: number;
  /** The command that runs it again, with `$TOKEN`. */
  reproduce: string;
  /** What the deployment was asked. */
  traffic: Traffic;
  counts: Record<Verdict, number>;
  /** Every requirement that a case or a finding names, as the contract has it. */
  requirements: Record<string, ReportedRequirement>;
  results: CaseResult[];
}

export type RunVerdict = 'conformant' | 'partial' | 'not conformant' | 'nothing proven';

/** A requirement and the words of its source. */
export interface ReportedRequirement extends Omit<Requirement, 'id' | 'about' | 'keywords'> {
  /** What the section or decision that `source` names is about. */
  sourceTitle?: string;
}

/** Requests of the run. */
export interface Traffic {
  requests: number;
  /** Requests that were answered with success and may have changed something: creates and submits. */
  writes: number;
  /** Ids of the invoices that were created. */
  created: string[];
}

/** How many results have each verdict. */
export function countVerdicts(results: CaseResult[]): Record<Verdict, number> {
  const counts = Object.fromEntries(verdicts.map((verdict) => [verdict, 0])) as Record<Verdict, number>;
  for (const { verdict } of results) counts[verdict]++;
  return counts;
}

/**
 * 0 conformant as far as it was tried, 1 not, 2 nothing proven, interrupted, or the suite itself broke.
 * A failure that was found stays one, whatever else was not tried.
 */
export function exitCode(report: Pick<Report, 'counts' | 'verdict' | 'ended'>): number {
  if (report.counts.fail > 0) return 1;
  if (report.counts.error > 0 || report.verdict === 'nothing proven' || report.ended === 'interrupted') return 2;
  return 0;
}
