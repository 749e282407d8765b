import type { Requirement } from '../contract/contract.ts';
import { type CaseResult, type Verdict, verdicts } from '../outcome/verdict.ts';

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
  /** With a list of known failures: what is wrong with the list. */
  knownFailures?: { problems: string[] };
  selfCheck?: SelfCheck;
}

/** What the suite saw of the tamperings with its own record of the run. */
export interface SelfCheck {
  /** Cases that came to the same verdict when they read the record again. */
  reread: number;
  /** Cases that did not and were left out. */
  notReread: string[];
  tamperings: number;
  seen: number;
  unseen: { where: string; tampering: string }[];
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
 * A failure that was found stays one, whatever else was not tried. Failures that are known don't count,
 * but a list of them that no longer holds does.
 */
export function exitCode({ results, counts, verdict, ended, knownFailures }: Report): number {
  if (results.some((result) => result.verdict === 'fail' && !result.known) || knownFailures?.problems.length) return 1;
  if (counts.error > 0 || verdict === 'nothing proven' || ended === 'interrupted') return 2;
  return 0;
}
