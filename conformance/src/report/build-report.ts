import type { PlannedCase } from '../case/case.ts';
import type { Contract } from '../contract/contract.ts';
import { readerOf } from '../contract/main-object.ts';
import { operationAt } from '../contract/operation-at.ts';
import { namedTries, type Statement } from '../engine/list-statements.ts';
import { type Exchange, isSuccess, responseObject } from '../http/exchange.ts';
import type { CaseResult } from '../outcome/verdict.ts';
import { findPackage } from '../text/find-package.ts';
import type { Recorded } from '../wire/recorder.ts';
import { countStatements } from './count-statements.ts';
import { reportRequirements } from './judge-requirements.ts';
import { type Beside, judgeRun, type RunOutcome, sayBeside } from './judge-run.ts';
import { type Crash, countVerdicts, type Report, reportContract, type Traffic } from './report.ts';

type Reported = 'runId' | 'subject' | 'profile' | 'features' | 'strict' | 'seed' | 'reproduce' | 'selected' | 'waits' | 'ended';

export interface Run extends Pick<Report, Reported>, Beside {
  /** True if the run must not pass unless it has tried every statement that can be tried. */
  strictStatements?: boolean;
  startedAt: Date;
  planned: PlannedCase[];
  /** All statements of the contract, including those that no case has tested. */
  statements: readonly Statement[];
  /** Slugs of the operations that the user named. Default: those that the planned cases call, or none if cases were selected. */
  operations?: string[] | undefined;
  /** Results of the cases, in any order. A planned case without a result did not run. */
  results: CaseResult[];
  recorded: Recorded[];
  /** True if the run stopped at its first failure because of --bail. */
  bailed?: boolean;
  /** True if the suite itself stopped the run, because one of the `conditions` was no longer met. */
  endedItself?: boolean;
}

export function buildReport(contract: Contract, run: Run): Report {
  const { runId, subject, profile, features, strict, seed, startedAt, reproduce, planned, recorded, ended } = run;
  const byId = new Map(run.results.map((result) => [result.id, result]));
  const results = planned.map((one): CaseResult => {
    const { covers = [] } = one;
    return { ...(byId.get(one.id) ?? notReached(one, features)), ...(covers.length > 0 && { covers }), ...namedTries(one) };
  });
  const exchanges = recorded.flatMap(({ exchange }) => exchange ?? []);
  const claimed = planned.filter((_, index) => results[index]?.verdict !== 'not-supported');
  const called = run.selected ? [] : [...new Set(claimed.flatMap((one) => one.operations))];
  const outcome = { results, operations: run.operations ?? called, chosen: run.selected !== undefined };
  const judged = judgeRun({ ...run, ...outcome, ...groupOperations(contract, exchanges) });
  const crash = describeCrash(recorded);
  const report: Report = {
    version: 1,
    ...(ended === 'interrupted' ? judgeInterrupted(judged.verdict, run) : judged),
    ...{ ended, runId, subject },
    contract: reportContract(contract),
    runner: { ...findPackage(), node: process.version },
    ...{ profile, features },
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
    requirements: reportRequirements(contract, results.flatMap(namedIn)),
    results,
    ...(crash && { crash }),
  };
  const demanded = run.strictStatements ? demandStatements(report) : report;
  const next = sayNext(demanded, [...contract.features.keys()]);
  return { ...demanded, ...(next.length > 0 && { next }) };
}

/** Minimum milliseconds of a run that counts as long, and of a wait that is reported as a reason why the run was long. */
const [long, longWait] = [20_000, 2000];

/** Returns the waits that made a run long. A short run has none. */
function sayWaits({ startedAt, waits = [] }: Run): Pick<Report, 'waits'> {
  if (Date.now() - startedAt.getTime() < long) return {};
  return { waits: waits.filter(({ milliseconds }) => milliseconds >= longWait) };
}

/** If the run did not test every statement that it could have tested, adds a reason, and turns `conformant` into `partial`. */
function demandStatements(report: Report): Report {
  const missing = report.statements?.untried.filter(({ untestable }) => !untestable).length ?? 0;
  if (missing === 0) return report;
  const reason = `${missing} ${missing === 1 ? 'statement was' : 'statements were'} not tried, but --strict-statements requires all.`;
  return { ...report, ...(report.verdict === 'conformant' && { verdict: 'partial' }), reasons: [...report.reasons, reason] };
}

/** Returns the verdict on a run that was stopped early. Only a failure proves anything. */
function judgeInterrupted(verdict: Report['verdict'], run: Run): Pick<Report, 'verdict' | 'reasons'> {
  const reason = run.bailed
    ? 'The run ended at its first failure because of --bail, so the other cases prove nothing.'
    : 'The run was ended before all cases had run. Start it again for a verdict; --case and --operation run only some.';
  // If the suite itself stopped the run, the conditions contain the reason.
  const reasons = [...(run.endedItself ? [] : [reason]), ...sayBeside(run)];
  return { verdict: verdict === 'not conformant' ? verdict : 'nothing proven', reasons };
}

/** The reason in the result of each case that was skipped because the run ended early. */
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

const namedIn = ({ requirement, covers = [], findings }: CaseResult): string[] => [
  requirement,
  ...covers,
  ...findings.map((finding) => finding.requirement),
];

/** Number of requests to show for a crash: as many as usually run concurrently, and a few more. */
const shown = 6;

/** Describes how a deployment stopped responding, with the last requests. Returns undefined if the deployment did not stop. */
export function describeCrash(recorded: readonly Recorded[]): Crash | undefined {
  const sent = recorded.flatMap(({ scope, exchange }) => (exchange ? [{ case: scope, exchange }] : []));
  const answered = sent.filter(({ exchange }) => exchange.answer !== undefined);
  const lastResponse = answered.reduce((latest, { exchange }) => Math.max(latest, endOf(exchange)), 0);
  const silent = sent.filter(({ exchange }) => exchange.answer === undefined && endOf(exchange) >= lastResponse);
  const refused = silent.find(({ exchange }) => exchange.failure?.includes('refused'));
  if (answered.length === 0 || refused === undefined || silent.length < 3) return undefined;
  // Shows the requests that were in progress at the first failure. The request that caused the crash may fail later than others,
  // because a request is sent again if its connection is closed.
  const end = silent.reduce((earliest, { exchange }) => Math.min(earliest, endOf(exchange)), Number.POSITIVE_INFINITY);
  const underWay = silent.filter(({ exchange }) => startOf(exchange) <= end).slice(0, shown);
  const before = answered
    .sort((one, other) => endOf(one.exchange) - endOf(other.exchange))
    .slice(-Math.max(1, shown - underWay.length));
  return { failure: refused.exchange.failure ?? '', unanswered: silent.length, before: [...before, ...underWay] };
}

const startOf = ({ startedAt }: Exchange): number => Date.parse(startedAt);
const endOf = (exchange: Exchange): number => startOf(exchange) + exchange.milliseconds;

/** Suggests what to do next if the verdict does not cover the whole contract. */
function sayNext({ verdict, results, features, selected, ended }: Omit<Report, 'next'>, every: readonly string[]): string[] {
  if (verdict !== 'conformant' && verdict !== 'partial') return [];
  if (ended === 'interrupted') return [];
  if (selected !== undefined)
    return ['For a verdict on the deployment, run all cases: without --case, --operation, --requirement and --failed.'];
  const left = results.filter((result) => result.verdict === 'not-supported').length;
  const unclaimed = every.filter((name) => !features.includes(name));
  if (left === 0 || unclaimed.length === 0) return [];
  const others = features.length > 0 ? 'further ' : '';
  return [
    unclaimed.length === 1
      ? `1 ${others}optional feature, ${unclaimed[0]}, was not claimed, so it was not tried: add --profile full to try it.`
      : `${unclaimed.length} ${others}optional features were not claimed, so they were not tried: add --profile full, or --features with those that the deployment has.`,
  ];
}

function groupOperations(contract: Contract, exchanges: Exchange[]): Pick<RunOutcome, 'succeeded' | 'mute' | 'advice'> {
  const slugsOf = (isMeant: (response: Exchange['answer']) => boolean | undefined): string[] =>
    exchanges.flatMap(({ request, answer }) => (isMeant(answer) ? (operationAt(contract, request)?.slug ?? []) : []));
  const refused = new Set(slugsOf((response) => response && !isSuccess(response)));
  const { operation: lacking, advice: text = '' } = contract.domain?.lacking ?? {};
  const slug = contract.operations.find(({ id }) => id === lacking)?.slug;
  return {
    ...(slug !== undefined && { advice: { slug, text } }),
    succeeded: new Set(slugsOf((response) => response && isSuccess(response))),
    mute: new Set(slugsOf((response) => !response).filter((slug) => !refused.has(slug))),
  };
}

export function countTraffic(contract: Contract, exchanges: Exchange[]): Traffic {
  const created = new Set<string>();
  let writes = 0;
  const reader = contract.plain ? undefined : readerOf(contract);
  for (const { answer: response, request } of exchanges) {
    const operation = contract.plain ? undefined : operationAt(contract, request);
    if (!response || !isSuccess(response) || (!contract.plain && !operation)) continue;
    if (!['GET', 'HEAD', 'OPTIONS'].includes(request.method) && (!operation || operation !== reader)) writes++;
    const id = operation?.creates ? responseObject(response)?.id : undefined;
    if (typeof id === 'string') created.add(id);
  }
  return { requests: exchanges.length, writes, created: [...created] };
}
