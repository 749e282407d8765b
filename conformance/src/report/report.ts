import type { Contract, Requirement } from '../contract/contract.ts';
import type { Exchange } from '../http/exchange.ts';
import { type CaseResult, type Verdict, verdicts } from '../outcome/verdict.ts';
import type { StatementCount } from './count-statements.ts';

/** The results of a run: the content of `report.json`, which `report.schema.json` describes. */
export interface Report {
  version: 1;
  verdict: RunVerdict;
  /** Sentences that give the reasons for the verdict. */
  reasons: string[];
  /** Sentences that suggest what to do next. */
  next?: string[];
  /** `interrupted` if the user stopped the run, or if it stopped early by itself. The remaining cases are then skipped. */
  ended: 'complete' | 'interrupted';
  /** The run's id, which is in the User-Agent of its requests. */
  runId: string;
  subject: string;
  contract: ReportedContract;
  runner: { name: string; version: string; node: string };
  profile: string;
  features: string[];
  /** The selection by --case, --operation, --requirement and --failed. Absent if all cases were planned. */
  selected?: string[];
  strict: boolean;
  /** Set if the run must not pass unless it has tried every statement that can be tried. */
  strictStatements?: true;
  /** The seed of the run's random values. */
  seed: number;
  startedAt: string;
  milliseconds: number;
  /** Total milliseconds for each kind of wait, such as for callbacks. Different kinds may overlap. Absent for a short run. */
  waits?: { for: string; milliseconds: number }[];
  /** The command line that repeats the run. It contains `$TOKEN` instead of the token. */
  reproduce: string;
  traffic: Traffic;
  counts: Record<Verdict, number>;
  /** Absent if no case was run. */
  statements?: StatementCount;
  /** Every requirement that occurs in a case or a finding, with its text in the contract. */
  requirements: Record<string, ReportedRequirement>;
  results: CaseResult[];
  /** Mistakes in the list of known failures. Absent if there is no such list. */
  knownFailures?: { problems: string[] };
  selfCheck?: SelfCheck;
  /** The last requests before the deployment stopped responding. Absent if the deployment did not stop. */
  crash?: Crash;
  /** A summary of the recorded exchanges. Set if the suite judged these instead of running cases. */
  judged?: JudgedTraffic;
}

export interface ReportedContract {
  version: string;
  sha256: string;
  /** Title of the document. Absent for the payment contract. */
  title?: string;
  /** Name of the document's file, into which the pointers point. */
  file?: string;
}

/** A summary of traffic that was judged, either from a recording or while it passed through the proxy. */
export interface JudgedTraffic {
  source: 'har' | 'watch';
  exchanges: number;
  /** Number of exchanges at paths outside the API. */
  ignored: number;
  /** Number of all findings. The results contain only the first ones of each kind. */
  findings: number;
  /** ISO 8601 time of the first exchange. `until` is the time of the last exchange. */
  from?: string;
  until?: string;
}

/** The last requests before a deployment stopped responding. */
export interface Crash {
  /** The failure of the first request that could not open a connection. */
  failure: string;
  /** Number of requests at the end of the run that got no response. */
  unanswered: number;
  /** The last requests, newest last, each with the case that sent it. */
  before: { case: string; exchange: Exchange }[];
}

/** The result of a self-check: how many recorded responses were changed, and how many of the changes the suite noticed. */
export interface SelfCheck {
  /** Number of cases that had the same verdict when they were run again on the unchanged record. */
  reread: number;
  /** Ids of the cases that had a different verdict when they were run again. The self-check did not use these cases. */
  notReread: string[];
  tamperings: number;
  seen: number;
  /** Changes that no case noticed in its own responses. If a case that judges the record did, `coveredBy` is what it reported. */
  unseen: { where: string; tampering: string; coveredBy?: string }[];
}

export type RunVerdict = 'conformant' | 'partial' | 'not conformant' | 'nothing proven';

export interface ReportedRequirement extends Omit<Requirement, 'id' | 'about' | 'keywords'> {
  /** The title of the section or decision that `source` names. */
  sourceTitle?: string;
}

export interface Traffic {
  requests: number;
  /** Number of successful requests that may have changed something, for example by creating an invoice. */
  writes: number;
  created: string[];
}

export const titleOf = ({ contract }: Pick<Report, 'contract'>): string => contract.title ?? 'Payment Invoice API';

export const reportContract = ({ version, sha256, plain }: Contract): ReportedContract => ({
  ...{ version, sha256 },
  ...(plain && { title: plain.title, file: plain.file }),
});

export function countVerdicts(results: CaseResult[]): Record<Verdict, number> {
  const counts = Object.fromEntries(verdicts.map((verdict) => [verdict, 0])) as Record<Verdict, number>;
  for (const { verdict } of results) counts[verdict]++;
  return counts;
}

/**
 * Returns the exit code: 1 for a failure that is not known, or a mistake in the list of known failures. Otherwise 2 if nothing
 * was proven, the run ended early, the suite has a defect, or the run had to test all statements but did not. Otherwise 0.
 */
export function exitCode({ results, counts, verdict, ended, knownFailures, strictStatements, statements }: Report): number {
  if (results.some((result) => result.verdict === 'fail' && !result.known) || knownFailures?.problems.length) return 1;
  if (counts.error > 0 || verdict === 'nothing proven' || ended === 'interrupted') return 2;
  if (strictStatements && statements?.untried.some(({ untestable }) => !untestable)) return 2;
  return 0;
}
