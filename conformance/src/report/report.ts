import type { Contract, Requirement } from '../contract/contract.ts';
import type { Exchange } from '../http/exchange.ts';
import { type CaseResult, type Verdict, verdicts } from '../outcome/verdict.ts';
import type { StatementCount } from './count-statements.ts';

/** The results of a run, as `report.json` holds them and `report.schema.json` describes them. */
export interface Report {
  version: 1;
  verdict: RunVerdict;
  /** Sentences that explain the verdict, one for each reason. */
  reasons: string[];
  /** Sentences with advice on what to try next. */
  next?: string[];
  /** `interrupted`: the user ended the run, or --bail did at the first failure. The remaining cases are skipped. */
  ended: 'complete' | 'interrupted';
  /** The run's id, which is in the User-Agent of its requests. */
  runId: string;
  subject: string;
  contract: ReportedContract;
  runner: { name: string; version: string; node: string };
  profile: string;
  features: string[];
  /** The parts that --case, --operation, --requirement and --failed selected; absent if every case was planned. */
  selected?: string[];
  strict: boolean;
  /** Set if an untried statement keeps the run from passing. */
  strictStatements?: true;
  /** The seed of the run's random values. */
  seed: number;
  startedAt: string;
  milliseconds: number;
  /** How many milliseconds the run waited for each thing, with overlaps. Absent for a short run. */
  waits?: { for: string; milliseconds: number }[];
  /** The command that repeats the run, with `$TOKEN`. */
  reproduce: string;
  /** Summary of the requests that were sent to the deployment. */
  traffic: Traffic;
  counts: Record<Verdict, number>;
  /** Absent if no case was run. */
  statements?: StatementCount;
  /** Every requirement that a case or a finding names, in the contract's words. */
  requirements: Record<string, ReportedRequirement>;
  results: CaseResult[];
  /** Problems in the list of known failures, if one was given. */
  knownFailures?: { problems: string[] };
  selfCheck?: SelfCheck;
  /** The end of the deployment, if it stopped responding during the run. */
  crash?: Crash;
  /** A summary of recorded exchanges that were judged in place of running cases. */
  judged?: JudgedTraffic;
}

/** The contract that a deployment was held to. */
export interface ReportedContract {
  version: string;
  sha256: string;
  /** Title of the document, unless it is the contract of payment invoices. */
  title?: string;
  /** Name of that document's file, into which pointers lead. */
  file?: string;
}

/** A summary of judged traffic, which was recorded or passed through. */
export interface JudgedTraffic {
  source: 'har' | 'watch';
  /** Number of exchanges with the API. */
  exchanges: number;
  /** Number of exchanges at paths outside the API. */
  ignored: number;
  /** Number of all findings. The results hold only the first of each kind. */
  findings: number;
  /** ISO 8601 time of the first exchange; `until` is that of the last. */
  from?: string;
  until?: string;
}

/** The last requests before a deployment stopped responding. */
export interface Crash {
  /** The failure of the first request that got no connection. */
  failure: string;
  /** Number of requests at the end of the run that got no response. */
  unanswered: number;
  /** The last requests, newest last, each with its case. */
  before: { case: string; exchange: Exchange }[];
}

/** Result of a self-check: how many responses were changed, and how many changes the suite noticed. */
export interface SelfCheck {
  /** Number of cases that reached the same verdict when they read the record again. */
  reread: number;
  /** Ids of the cases that reached another verdict and were therefore left out. */
  notReread: string[];
  tamperings: number;
  seen: number;
  /** Tamperings that no case noticed when it read the response. A case for `coveredBy` notices one in the whole record. */
  unseen: { where: string; tampering: string; coveredBy?: string }[];
}

export type RunVerdict = 'conformant' | 'partial' | 'not conformant' | 'nothing proven';

export interface ReportedRequirement extends Omit<Requirement, 'id' | 'about' | 'keywords'> {
  /** Title of the section or decision in `source`. */
  sourceTitle?: string;
}

export interface Traffic {
  requests: number;
  /** Number of successful requests that may have changed something, such as creates and submits. */
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
 * Returns the exit code: 1 for a failure; otherwise 2 for nothing proven, an early end, a defect of the suite, or an untried
 * statement if all are demanded; otherwise 0. Known failures don't count, but problems in their list count as failures.
 */
export function exitCode({ results, counts, verdict, ended, knownFailures, strictStatements, statements }: Report): number {
  if (results.some((result) => result.verdict === 'fail' && !result.known) || knownFailures?.problems.length) return 1;
  if (counts.error > 0 || verdict === 'nothing proven' || ended === 'interrupted') return 2;
  if (strictStatements && statements?.untried.some(({ untestable }) => !untestable)) return 2;
  return 0;
}
