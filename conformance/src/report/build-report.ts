import type { PlannedCase } from '../case/case.ts';
import type { Contract } from '../contract/contract.ts';
import { operationAt } from '../contract/operation-at.ts';
import { namedTries, type Statement } from '../engine/list-statements.ts';
import { type Exchange, isSuccess, responseObject } from '../http/exchange.ts';
import type { CaseResult } from '../outcome/verdict.ts';
import { findPackage } from '../text/find-package.ts';
import type { Recorded } from '../wire/recorder.ts';
import { countStatements } from './count-statements.ts';
import { reportRequirements } from './judge-requirements.ts';
import { judgeRun, sayBeside } from './judge-run.ts';
import { type Crash, countVerdicts, type Report, type ReportedRequirement, reportContract, type Traffic } from './report.ts';

export interface Run {
  runId: string;
  subject: string;
  profile: string;
  features: string[];
  strict: boolean;
  /** True if an untried statement keeps the run from passing. */
  strictStatements?: boolean;
  seed: number;
  startedAt: Date;
  reproduce: string;
  planned: PlannedCase[];
  /** All statements of the contract, tried or not. */
  statements: readonly Statement[];
  /** Slugs of the operations that were selected by name. By default those that the cases call; none if cases were selected. */
  operations?: string[];
  /** The parts that --case, --operation, --requirement and --failed selected; absent if every case was planned. */
  selected?: string[];
  /** Results in any order. A planned case without a result was not reached. */
  results: CaseResult[];
  recorded: Recorded[];
  /** The reason why the deployment no longer responded after the last case; absent if it did. */
  gone?: string;
  /** An error that was thrown outside the cases. */
  stray?: string;
  /** Sentences about conditions that ceased to hold during the run, such as the token or the secret. */
  conditions?: readonly string[];
  waits?: Report['waits'];
  ended: Report['ended'];
  /** True if --bail ended the run at its first failure. */
  bailed?: boolean;
  /** True if the run ended itself because a condition ceased to hold. */
  endedItself?: boolean;
}

export function buildReport(contract: Contract, run: Run): Report {
  const { runId, subject, profile, features, strict, seed, startedAt, reproduce, planned, recorded, ended } = run;
  const byId = new Map(run.results.map((result) => [result.id, result]));
  const results = planned.map((one): CaseResult => {
    const { covers = [] } = one;
    return {
      ...(byId.get(one.id) ?? notReached(one, features)),
      ...(covers.length > 0 && { covers }),
      ...namedTries(one),
    };
  });
  const exchanges = recorded.flatMap(({ exchange }) => exchange ?? []);
  const claimed = planned.filter((_, index) => results[index]?.verdict !== 'not-supported');
  const called = run.selected ? [] : [...new Set(claimed.flatMap((one) => one.operations))];
  const operations = run.operations ?? called;
  const judged = judgeRun({
    ...{ results, operations, chosen: run.selected !== undefined },
    ...(run.gone !== undefined && { gone: run.gone }),
    ...(run.stray !== undefined && { stray: run.stray }),
    ...(run.conditions && { conditions: run.conditions }),
    ...{ succeeded: succeededIn(contract, exchanges), mute: muteIn(contract, exchanges) },
  });
  const crash = describeCrash(recorded);
  const report: Report = {
    version: 1,
    ...(ended === 'interrupted' ? judgeInterrupted(judged.verdict, run) : judged),
    ended,
    runId,
    subject,
    contract: reportContract(contract),
    runner: { ...findPackage(), node: process.version },
    profile,
    features,
    ...(run.selected && { selected: run.selected }),
    strict,
    ...(run.strictStatements && { strictStatements: true as const }),
    seed,
    startedAt: startedAt.toISOString(),
    milliseconds: Date.now() - startedAt.getTime(),
    reproduce,
    ...sayWaits(run),
    traffic: countTraffic(contract, exchanges),
    counts: countVerdicts(results),
    statements: countStatements(contract, run.statements, planned, results, features),
    requirements: namedRequirements(contract, results),
    results,
    ...(crash && { crash }),
  };
  const demanded = run.strictStatements ? demandStatements(report) : report;
  const next = sayNext(demanded, [...contract.features.keys()]);
  return { ...demanded, ...(next.length > 0 && { next }) };
}

/** Milliseconds after which a run counts as long, and a wait as a reason for that. */
const [long, longWait] = [20_000, 2000];

/** Returns the waits that made a run long; empty for a short run. */
function sayWaits({ startedAt, waits = [] }: Run): Pick<Report, 'waits'> {
  if (Date.now() - startedAt.getTime() < long) return {};
  return { waits: waits.filter(({ milliseconds }) => milliseconds >= longWait) };
}

/** Adds untried but testable statements to the reasons. A `conformant` run becomes `partial` because of them. */
function demandStatements(report: Report): Report {
  const missing = report.statements?.untried.filter(({ untestable }) => !untestable).length ?? 0;
  if (missing === 0) return report;
  const reason = `${missing} ${missing === 1 ? 'statement was' : 'statements were'} not tried, and --strict-statements demands all.`;
  return { ...report, ...(report.verdict === 'conformant' && { verdict: 'partial' }), reasons: [...report.reasons, reason] };
}

/** Judges a run that was ended early. Only a failure counts as proven. Advice about unreached cases would mislead. */
function judgeInterrupted(verdict: Report['verdict'], run: Run): Pick<Report, 'verdict' | 'reasons'> {
  const reason = run.bailed
    ? 'The run was ended at its first failure, as --bail asks: the other cases prove nothing.'
    : 'The run was ended before every case had run. Start it again for a verdict; --case and --operation run a part.';
  // A run that ended itself gives its reason elsewhere.
  const reasons = [...(run.endedItself ? [] : [reason]), ...sayBeside(run)];
  return { verdict: verdict === 'not conformant' ? verdict : 'nothing proven', reasons };
}

/** The reason of every case that was not reached. */
export const unreached = 'The run was ended before this case.';

function notReached(planned: PlannedCase, claimed: string[]): CaseResult {
  const { id, file, title, requirement, level, support, feature, operations, features = [] } = planned;
  const about = { id, file, title, requirement, level, support, operations, ...(feature !== undefined && { feature }) };
  const unclaimed = [feature ?? [], features].flat().find((name) => !claimed.includes(name));
  const told: Pick<CaseResult, 'verdict' | 'reason'> =
    unclaimed === undefined
      ? { verdict: 'skipped', reason: unreached }
      : { verdict: 'not-supported', reason: `The feature ${unclaimed} is not claimed.` };
  return { ...about, ...told, findings: [], milliseconds: 0 };
}

function namedRequirements(contract: Contract, results: CaseResult[]): Record<string, ReportedRequirement> {
  const named = results.flatMap(({ requirement, covers = [], findings }) => [
    requirement,
    ...covers,
    ...findings.map((finding) => finding.requirement),
  ]);
  return reportRequirements(contract, named);
}

/** Maximum number of last requests that are shown: as many as run at once, and a few more. */
const shown = 6;

/**
 * Describes how a deployment stopped responding: the last requests, which got no response and in part no connection. Undefined
 * if the record does not end that way.
 */
export function describeCrash(recorded: readonly Recorded[]): Crash | undefined {
  const sent = recorded.flatMap(({ scope, exchange }) => (exchange ? [{ case: scope, exchange }] : []));
  const answered = sent.filter(({ exchange }) => exchange.answer !== undefined);
  const lastResponse = answered.reduce((latest, { exchange }) => Math.max(latest, endOf(exchange)), 0);
  const silent = sent.filter(({ exchange }) => exchange.answer === undefined && endOf(exchange) >= lastResponse);
  const refused = silent.find(({ exchange }) => exchange.failure?.includes('refused'));
  if (answered.length === 0 || refused === undefined || silent.length < 3) return undefined;
  // Shows the requests in progress at the first failure. The cause of a crash may fail later than others, because a request is
  // sent again after its connection was cut.
  const end = silent.reduce((earliest, { exchange }) => Math.min(earliest, endOf(exchange)), Number.POSITIVE_INFINITY);
  const underWay = silent.filter(({ exchange }) => startOf(exchange) <= end).slice(0, shown);
  const before = answered
    .sort((one, other) => endOf(one.exchange) - endOf(other.exchange))
    .slice(-Math.max(1, shown - underWay.length));
  return { failure: refused.exchange.failure ?? '', unanswered: silent.length, before: [...before, ...underWay] };
}

const startOf = ({ startedAt }: Exchange): number => Date.parse(startedAt);
const endOf = (exchange: Exchange): number => startOf(exchange) + exchange.milliseconds;

/** Suggests what to try next if the verdict covers less than the contract. */
function sayNext({ verdict, results, features, selected, ended }: Omit<Report, 'next'>, every: readonly string[]): string[] {
  if (verdict !== 'conformant' && verdict !== 'partial') return [];
  if (ended === 'interrupted') return [];
  if (selected !== undefined)
    return [
      'For a verdict on the deployment, run it without what selects cases: --case, --operation, --requirement and --failed.',
    ];
  const left = results.filter((result) => result.verdict === 'not-supported').length;
  const unclaimed = every.filter((name) => !features.includes(name));
  if (left === 0 || unclaimed.length === 0) return [];
  const others = features.length > 0 ? 'further ' : '';
  return [
    unclaimed.length === 1
      ? `1 ${others}optional feature, ${unclaimed[0]}, was not claimed and not tried: add --profile full.`
      : `${unclaimed.length} ${others}optional features were not claimed and not tried: add --profile full, or --features with those that you have.`,
  ];
}

const operationOf = (contract: Contract, { request }: Exchange) => operationAt(contract, request);

function succeededIn(contract: Contract, exchanges: Exchange[]): Set<string> {
  const successes = exchanges.filter(({ answer: response }) => response && isSuccess(response));
  return new Set(successes.flatMap((exchange) => operationOf(contract, exchange)?.slug ?? []));
}

/** Returns the slugs of the operations that never refused a request, and left at least one without a response. */
function muteIn(contract: Contract, exchanges: Exchange[]): Set<string> {
  const slugs = (some: Exchange[]): string[] => some.flatMap((exchange) => operationOf(contract, exchange)?.slug ?? []);
  const refused = new Set(slugs(exchanges.filter(({ answer: response }) => response && !isSuccess(response))));
  return new Set(slugs(exchanges.filter(({ answer: response }) => !response)).filter((slug) => !refused.has(slug)));
}

export function countTraffic(contract: Contract, exchanges: Exchange[]): Traffic {
  const created = new Set<string>();
  let writes = 0;
  for (const exchange of exchanges) {
    if (!exchange.answer || !isSuccess(exchange.answer)) continue;
    if (contract.plain) {
      if (!['GET', 'HEAD', 'OPTIONS'].includes(exchange.request.method)) writes++;
      continue;
    }
    const id = operationOf(contract, exchange)?.id;
    if (id === 'createPayment' || id === 'submitReceipt') writes++;
    const invoice = id === 'createPayment' ? responseObject(exchange.answer)?.id : undefined;
    if (typeof invoice === 'string') created.add(invoice);
  }
  return { requests: exchanges.length, writes, created: [...created] };
}
