import { randomBytes, randomInt } from 'node:crypto';
import { strangeSecret } from '../../cases/play/is-signed-with.ts';
import { type Adapter, askAdapter } from '../adapter/adapter.ts';
import { askAgainIfSlow, latencyOf } from '../engine/fit-places.ts';
import { type Instance, runSuite, type Unheard } from '../engine/run-suite.ts';
import { openConnection, secretsOf } from '../http/connection.ts';
import { responseHeader } from '../http/exchange.ts';
import { NothingProven } from '../outcome/nothing-proven.ts';
import type { CaseResult } from '../outcome/verdict.ts';
import { Waits } from '../places/waits.ts';
import { buildReport } from '../report/build-report.ts';
import { cleanerFor } from '../report/clean-report.ts';
import { sayBeside } from '../report/judge-run.ts';
import type { Report } from '../report/report.ts';
import { addScripts } from '../report/reproduce/reproduce-script.ts';
import { type Written, writeReports } from '../report/write-reports.ts';
import { checkItself } from '../self-check/self-check.ts';
import { findBaseline, findPlainBaseline } from '../subject/find-baseline.ts';
import { type Changed, findChanged, findEnd, sayRefusal } from '../subject/find-changed.ts';
import { Subject, type SubjectSettings } from '../subject/subject.ts';
import { showUnseen } from '../text/encode-output.ts';
import { findPackage } from '../text/find-package.ts';
import { type Recorded, Recorder } from '../wire/recorder.ts';
import { RunToken } from '../wire/wire.ts';
import { chooseListener } from './deployment/choose-listener.ts';
import { adapterOf, askToken, type Deployment, payWords } from './deployment/open-deployment.ts';
import type { Strays } from './hear-strays.ts';
import { doubt, isRefusedNow, judgeClock, judgeRestart, judgeUnheard } from './judge-conditions.ts';
import { refuseProxy } from './options/read-connection.ts';
import { reproduceCommand } from './options/reproduce-command.ts';
import type { PlannedRun } from './plan/plan-run.ts';
import { ofFailed } from './replay-report.ts';
import { untilInterrupted } from './until-interrupted.ts';

export interface CheckInput extends Omit<PlannedRun, 'ids' | 'replay'> {
  /** The words with which the user calls this command, such as `npx …`. They begin the command line that repeats the run. */
  callWords?: string | undefined;
  deployment: Deployment;
  /** Collects errors in this process that no code caught. */
  strays: Strays;
  /** Records what the run is waiting for. */
  waits?: Waits;
  /** Aborting this signal ends the run early; the results so far are reported. */
  interrupt: AbortSignal;
  /** Called with the value of RateLimit-Policy if the deployment's limits stay on during the run. */
  onLimits?(policy: string): void;
  /** Called when rate limits make all requests wait, with the length of the wait and the number of create requests so far. */
  onHold?(milliseconds: number, creates: number): void;
  /** Called when the token has been renewed, with the number of requests sent until then. */
  onRenewed?(requests: number): void;
  /** Called with the number of milliseconds that the first accepted request took. */
  onLatency?(milliseconds: number): void;
  /** Called when a copy of the server was not started, with a full sentence that says why. */
  onNoCopy?(why: string): void;
  /** Called when a case ends, unless the run has already been stopped. */
  onResult?(result: CaseResult): void;
  annotate?(report: Report): Report;
}

/** The result of a run: its report, and the path of the report's HTML page or the reason why the report was not written. */
export interface Checked extends Written {
  report: Report;
  /** The reason why the run cannot pass, if the reason is not the result of a case. */
  unproven?: string | undefined;
  /** Changes in the deployment that remain after the run. Absent if there are none to mention. */
  changes?: Changes | undefined;
}

export interface Changes {
  /** True if the run moved the deployment's clock. */
  isMoved: boolean;
  /** The new secret that signs callbacks, if the run rotated it. No report contains it. */
  secret?: string;
}

/** Rethrows an error. If the run started the server, adds what the server wrote about the failed request. */
function addLog(error: unknown, { written }: Deployment): never {
  if (!(error instanceof NothingProven) || error.failed === undefined || !written) throw error;
  const { failed } = error;
  const lines = written();
  const own = lines.filter((line) => failed !== '' && line.includes(failed));
  const shown = own.length > 0 ? own.slice(0, 1) : lines.slice(-3);
  if (shown.length > 0) error.message += `\nIt wrote: ${shown.map(showUnseen).join('\n          ')}`;
  throw error;
}

/** Finds a request that the deployment accepts, runs the cases, and writes the reports. */
export async function checkDeployment(input: CheckInput): Promise<Checked> {
  const { contract, options, planned, statements, features, args, deployment, strays, interrupt } = input;
  const { baseUrl, token, otherToken } = deployment;
  const { timeout, maxWait, rate, strict, profile, concurrency, noSandbox } = options;
  const runId = randomBytes(4).toString('hex');
  const { name, version } = findPackage();
  const userAgent = `${name.replace(/^@/, '')}/${version} (run ${runId})`;
  const seed = options.seed ?? randomInt(2 ** 31);
  const startedAt = new Date();

  const choices = contract.domain?.choices({ ...options }) ?? [];
  refuseProxy(options.connection, baseUrl);
  const connection = openConnection(options.connection, baseUrl);
  const begin = contract.plain ? findPlainBaseline : findBaseline;
  const open = async (one: Deployment): Promise<Instance> => {
    const callbacks = await chooseListener(options, one);
    const { otherToken: other } = one;
    const tokens = { token: one.token, ...(other !== undefined && { otherToken: other }) };
    const asked = { baseUrl: one.baseUrl, ...tokens, timeout, maxWait, given: {}, seed, userAgent, noSandbox, connection };
    const found = await begin(contract, asked, choices).catch((error) => addLog(error, one));
    return { ...found, adapter: await adapterOf(one), ...(callbacks && { callbacks }) };
  };
  const found = await untilInterrupted(interrupt, open(deployment));
  if (found === undefined)
    throw new NothingProven('The run was ended before anything was checked. Start it again for a verdict.');
  const { settings, baseline, adapter } = found;

  const recorder = new Recorder();
  /** The Unix time in milliseconds at which each case ended, by the case's id. */
  const endedAt = new Map<string, number>();
  const recorded: Recorded[] = [{ scope: 'baseline', index: 0, exchange: baseline }];
  const results: CaseResult[] = [];
  const policy = baseline.answer && responseHeader(baseline.answer, 'ratelimit-policy');
  const isLimited = policy !== undefined && !contract.plain;
  // The header may state limits even when they are off, so the suite believes the adapter. If that is wrong, a 429 shows it.
  const areOff = isLimited && (await turnLimits(false, adapter, settings, interrupt));
  const areLeft = isLimited && !areOff;
  if (areLeft) input.onLimits?.(policy);
  const asking = askAgainIfSlow(new Subject(contract, { ...settings, maxWait: 0 }), baseline);
  const again = await untilInterrupted(interrupt, asking);
  if (again) recorded.push({ scope: 'baseline', index: 1, exchange: again });
  const latency = latencyOf(baseline, again);
  input.onLatency?.(latency);
  const tokens = [token];
  const otherTokens = [otherToken ?? []].flat();
  const masked = secretsOf(options.connection);
  const makeCleaner = () => cleanerFor({ TOKEN: tokens, OTHER_TOKEN: otherTokens }, masked);
  let clean = makeCleaner();
  const renewable =
    adapter.token &&
    new RunToken(token, {
      ask: () => askToken(adapter, baseUrl, contract),
      isRefused: async () => (await findChanged(contract, settings, baseline)).refusal?.status === 401,
      onRenewed(renewed) {
        settings.token = renewed;
        tokens.push(renewed);
        clean = makeCleaner();
        input.onRenewed?.(recorder.all.length);
      },
    });
  const copy = async (): Promise<Instance> => {
    const one = { ...deployment, ...(await deployment.copy?.()) };
    tokens.push(one.token);
    otherTokens.push(...[one.otherToken ?? []].flat());
    // Replaces the copy's base URL, because the report and the commands in it are about one deployment.
    masked.push([one.baseUrl, baseUrl]);
    clean = makeCleaner();
    const opened = await open(one);
    recorded.push({ scope: 'baseline', index: recorded.length, exchange: opened.baseline });
    if (areOff) await turnLimits(false, opened.adapter, opened.settings, interrupt);
    return opened;
  };
  let isReported = false;
  const reportNoCopy = (error: Error): never => {
    if (!isReported && !stop.signal.aborted) input.onNoCopy?.(error.message);
    isReported = true;
    throw error;
  };
  // A self-check reads a single record, and several servers could not share a maximum rate or the port of a listener.
  const canCopy = deployment.copy && !options.selfCheck && rate === undefined && options.callbackListen === undefined;
  const stop = new AbortController();
  if (interrupt.aborted) stop.abort();
  interrupt.addEventListener('abort', () => stop.abort(), { once: true });
  const suite = {
    ...{ ...found, stop: stop.signal, contract, planned, features, strict, latency, recorder },
    ...(concurrency !== undefined && { concurrency }),
    ...(rate !== undefined && { rate }),
    ...(renewable && { token: renewable }),
    ...(canCopy && { copy: () => copy().catch(reportNoCopy) }),
    ...(!areLeft && input.onHold && { onHold: input.onHold }),
  };
  const silences: Unheard[] = [];
  let looked: Promise<Changed> | undefined;
  /** After this many recorded exchanges, the deployment is checked again if it refuses requests. */
  let lookAgain = 0;
  const { waits = new Waits() } = input;
  const running = waits.within(() =>
    runSuite({ ...suite, onUnheard: (one) => silences.push(one) }, (result, since) => {
      // Cases that end after the run was stopped may have failed because it was stopped, so their results don't count.
      if (stop.signal.aborted) return;
      results.push(result);
      endedAt.set(result.id, Date.now());
      recorded.push(...since);
      if (recorder.all.length >= lookAgain && isRefusedNow(recorder)) {
        lookAgain = recorder.all.length + 100;
        looked = findChanged(contract, settings, baseline).then((changed) => {
          if (changed.refusal !== undefined) stop.abort();
          return changed;
        });
      }
      // A result without findings or a reason contains only text of the suite, so there is no token to mask.
      const isOurs = result.findings.length === 0 && result.reason === undefined;
      input.onResult?.(isOurs ? result : clean(result));
      if (options.bail && result.verdict === 'fail') stop.abort();
    }),
  );
  const ended: Report['ended'] = (await untilInterrupted(stop.signal, running)) ? 'complete' : 'interrupted';

  const unclear = results.some(({ verdict }) => verdict === 'inconclusive' || verdict === 'fail');
  const looking = ended === 'complete' && unclear ? findChanged(contract, settings, baseline) : looked;
  const { gone: silent, refusal, ahead } = (looking && (await untilInterrupted(interrupt, looking))) ?? {};
  const conditions = silent === undefined ? [] : judgeRestart(results);
  const gone = conditions.length > 0 ? undefined : silent;
  if (refusal !== undefined) {
    const end = findEnd([baseline, ...recorder.all.flatMap(({ exchange }) => exchange ?? [])], refusal);
    const noOther = renewable?.failure === undefined ? '' : ` There is no other: ${renewable.failure}.`;
    const renewal = `${adapter.token ? '' : ', or a --token-command'}.${noOther}`;
    const { short: reason, whole } = sayRefusal(refusal, end.requests, renewal);
    conditions.push(whole);
    // From this time on, the refusal may be the cause of any result.
    doubt(results, reason, ({ id, verdict }) => (endedAt.get(id) ?? 0) >= end.at && verdict !== 'not-supported');
  }
  const moved = recorded.reduce((sum, { advanced = 0 }) => sum + advanced, 0);
  conditions.push(...judgeClock(recorder, results, ahead, moved));
  for (const silence of silences) conditions.push(...judgeUnheard(recorder, results, silence));
  const doubted = results.filter(({ reason }) => reason === strangeSecret);
  // If a callback has the right signature after a rotation, only the secret that the user gave is wrong.
  if (doubted.length > 0 && !doubted.some(({ id }) => id === 'callbacks/secret-rotated')) conditions.push(strangeSecret);
  const endedItself = refusal !== undefined && ended === 'interrupted' && !interrupt.aborted;
  const bailed = stop.signal.aborted && !interrupt.aborted && !endedItself;
  const run = {
    ...{ runId, subject: baseUrl, profile, features, strict, seed, startedAt, planned, statements, results, recorded },
    ...{ ended, strictStatements: options.strictStatements, endedItself, bailed },
  } as const;
  const { cases = [], operations: named = [], requirements = [], clauses = [], ids = [], failed } = options;
  const chosen = [...cases, ...named, ...requirements, ...clauses, ...(failed ? [ofFailed] : ids)];
  const slugs = contract.operations.flatMap(({ id, slug }) => (named.includes(id) || named.includes(slug) ? slug : []));
  const started = deployment.started === undefined ? { baseUrl } : { start: deployment.started };
  const beside = { gone, stray: strays.first, conditions };
  const built = buildReport(contract, {
    ...{ ...run, ...beside, reproduce: reproduceCommand(args, started, input.callWords), waits: waits.totals() },
    // In a plain document, an operation that no case could call is reported as not tried, instead of as a failure.
    operations: contract.plain ? [] : options.operations && slugs,
    ...(chosen.length > 0 && { selected: chosen }),
  });
  const unproven = clean(sayBeside(beside)[0]);
  const scripted = addScripts(built, recorded, payWords(options, deployment));
  const report = input.annotate?.(scripted) ?? scripted;
  if (options.selfCheck && ended === 'complete') {
    const clock = adapter.advanceTime !== undefined;
    const checking = checkItself({ ...run, contract, features: new Set(features), settings, baseline, clock });
    const selfCheck = await untilInterrupted(interrupt, checking);
    if (selfCheck) report.selfCheck = selfCheck;
    else report.reasons.push('The self-check was ended.');
  }
  if (areOff) await turnLimits(true, adapter, settings, interrupt);
  // No more requests follow. The server ends while the suite writes the report.
  void deployment.stop();
  const shown = clean(report);
  const changes = deployment.started === undefined ? sayChanges(recorder, recorded) : undefined;
  const checked: Checked = { report: shown, changes, unproven };
  if (options.out === undefined) return checked;
  const sent = recorded.filter(({ exchange }) => exchange !== undefined);
  return { ...checked, ...writeReports(options.out, shown, clean(sent), userAgent) };
}

/** Turns the rate limits off before the run, or on again after it. Returns false if the adapter cannot. */
async function turnLimits(on: boolean, adapter: Adapter, settings: SubjectSettings, interrupt: AbortSignal): Promise<boolean> {
  const { limitRates } = adapter;
  if (limitRates === undefined) return false;
  const asking = askAdapter('limitRates', async () => limitRates.call(adapter, on, settings));
  // Ignores the error, because the cases that need `limitRates` report it.
  const asked = asking.then(
    () => true,
    () => false,
  );
  return (await untilInterrupted(interrupt, asked)) ?? false;
}

/** Returns what a run has changed in a deployment, besides creating invoices. */
function sayChanges({ secrets }: Recorder, recorded: readonly Recorded[]): Changes | undefined {
  const secret = secrets.at(-1);
  const isMoved = recorded.some(({ advanced }) => advanced !== undefined);
  if (secret === undefined && !isMoved) return undefined;
  return { isMoved, ...(secret !== undefined && { secret }) };
}
