import type { Contract, Requirement } from '../contract/contract.ts';
import type { Exchange } from '../http/exchange.ts';
import { type CaseResult, type Verdict, verdicts } from '../outcome/verdict.ts';
import type { StatementCount } from './count-statements.ts';

/** The results of a run, as `report.json` holds them and `report.schema.json` describes them. */
export interface Report {
  /** Version of this format. */
  version: 1;
  verdict: RunVerdict;
  /** Sentences that explain the verdict, one for each reason. */
  reasons: string[];
  /** Sentences that say what to try next. */
  next?: string[];
  /** interrupted: the user ended it, or --bail at the first failure; the cases that had not run are skipped. */
  ended: 'complete' | 'interrupted';
  /** In the User-Agent of every request of the run. */
  runId: string;
  subject: string;
  contract: ReportedContract;
  runner: { name: string; version: string; node: string };
  profile: string;
  features: string[];
  /** The parts that --case, --operation, --requirement and --failed chose; absent where every case was planned. */
  selected?: string[];
  strict: boolean;
  /** Set where a statement that was not tried keeps the run from passing. */
  strictStatements?: true;
  /** Source of the run's random values. */
  seed: number;
  startedAt: string;
  milliseconds: number;
  /** Milliseconds in which each thing was waited for, side by side; only where the run was long. */
  waits?: { for: string; milliseconds: number }[];
  /** The command that runs it again, with `$TOKEN`. */
  reproduce: string;
  /** Requests that were sent to the deployment. */
  traffic: Traffic;
  counts: Record<Verdict, number>;
  /** Absent where no case was run. */
  statements?: StatementCount;
  /** Every requirement that a case or a finding names, as the contract has it. */
  requirements: Record<string, ReportedRequirement>;
  results: CaseResult[];
  /** Mistakes in the list of known failures, if one was given. */
  knownFailures?: { problems: string[] };
  selfCheck?: SelfCheck;
  /** The end of a deployment that stopped responding while it was checked. */
  crash?: Crash;
  /** The traffic, where no case was run and recorded exchanges were judged. */
  judged?: JudgedTraffic;
}

/** The document that a deployment was held to. */
export interface ReportedContract {
  version: string;
  sha256: string;
  /** Of a document other than the contract of payment invoices. */
  title?: string;
  /** Name of that document, into which pointers lead. */
  file?: string;
}

/** Traffic that somebody recorded, or that passed through. */
export interface JudgedTraffic {
  source: 'har' | 'watch';
  /** Exchanges with the API. */
  exchanges: number;
  /** Those at paths outside the API. */
  ignored: number;
  /** All findings, of which the results have the first. */
  findings: number;
  /** ISO 8601, of the first and the last exchange. */
  from?: string;
  until?: string;
}

/** The last requests before a deployment stopped responding. */
export interface Crash {
  /** The failure of the first request that nobody took any more. */
  failure: string;
  /** Requests that were sent but had no response from then on. */
  unanswered: number;
  /** In the order of sending, the latest last; each with the case that sent it. */
  before: { case: string; exchange: Exchange }[];
}

/** Result of a self-check: the tamperings with the record of the run, and those that the suite saw. */
export interface SelfCheck {
  /** Cases that came to the same verdict when they read the record again. */
  reread: number;
  /** Cases that did not and were left out. */
  notReread: string[];
  tamperings: number;
  seen: number;
  /** Those that no case saw which reads the response; `coveredBy` is the statement whose case sees it in the record. */
  unseen: { where: string; tampering: string; coveredBy?: string }[];
}

export type RunVerdict = 'conformant' | 'partial' | 'not conformant' | 'nothing proven';

/** A requirement and the words of its source. */
export interface ReportedRequirement extends Omit<Requirement, 'id' | 'about' | 'keywords'> {
  /** Subject of the section or decision that `source` names. */
  sourceTitle?: string;
}

export interface Traffic {
  requests: number;
  /** Successful requests that may have changed something: creates and submits. */
  writes: number;
  /** Ids of the invoices that were created. */
  created: string[];
}

/** Returns the title of the API that a report is about. */
export const titleOf = ({ contract }: Pick<Report, 'contract'>): string => contract.title ?? 'Payment Invoice API';

/** Describes a contract as reports name it. */
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
 * Returns 0 for conformant as far as it was tried, 1 for not conformant, 2 for nothing proven, interrupted, a defect of
 * the suite, or a statement that was not tried where all are demanded. A failure counts whatever else was not tried. Known failures don't count, but mistakes in their list do.
 */
export function exitCode({ results, counts, verdict, ended, knownFailures, strictStatements, statements }: Report): number {
  if (results.some((result) => result.verdict === 'fail' && !result.known) || knownFailures?.problems.length) return 1;
  if (counts.error > 0 || verdict === 'nothing proven' || ended === 'interrupted') return 2;
  if (strictStatements && statements?.untried.some(({ untestable }) => !untestable)) return 2;
  return 0;
}
