import type { Unheard } from '../engine/run-suite.ts';
import { sendsToken } from '../http/exchange.ts';
import type { CaseResult } from '../outcome/verdict.ts';
import { isRefused } from '../subject/find-changed.ts';
import type { Recorder } from '../wire/recorder.ts';
import { ownRestartFailed } from './deployment/start-command.ts';

/** The deployment is checked again if it has refused this many consecutive requests with the run's token. */
const enough = 8;

/** Returns whether the deployment has refused, or not responded to, all of the latest requests with the run's token. */
export function isRefusedNow({ all }: Recorder): boolean {
  let refused = 0;
  // Starts with the latest exchange: it is usually enough for a decision, and this function runs after each case.
  for (const { exchange } of all.slice(-10 * enough).reverse()) {
    if (exchange === undefined || !sendsToken(exchange.request)) continue;
    if (!isRefused(exchange)) return false;
    if (++refused === enough) return true;
  }
  return false;
}

/** Takes back the verdicts of some cases, because something other than the deployment may have caused them. */
export function doubt(results: CaseResult[], reason: string, isDoubted: (result: CaseResult) => boolean): void {
  for (const [at, result] of results.entries())
    if (isDoubted(result)) results[at] = { ...result, verdict: 'inconclusive', reason, findings: [] };
}

/** Reports that no callback arrived. If the callback URL leads elsewhere, failures of cases that need callbacks prove nothing. */
export function judgeUnheard(recorder: Recorder, results: CaseResult[], { url, why }: Unheard): string[] {
  const hasFailed = ({ id, verdict }: CaseResult): boolean =>
    verdict === 'fail' && recorder.scopesOf(id).some((scope) => recorder.used.get(scope)?.has('listener'));
  const failed = results.filter(hasFailed);
  if (failed.length === 0) return [];
  const none = `During the whole run, no callback arrived at ${url}`;
  if (why === undefined)
    return [
      `${none}: ${failed.length} failures have this cause. If the deployment sends callbacks, its log says why they do not arrive, such as an untrusted certificate or an unknown host name.`,
    ];
  const reason = `${none}, which does not lead to the suite: ${why}. Check --callback-url.`;
  doubt(results, reason, hasFailed);
  return [reason];
}

/** Reports that this run ended the deployment for a restart, and that neither the adapter nor the suite could start it again. */
export function judgeRestart(results: readonly CaseResult[]): string[] {
  const starts = ["The adapter's restart ", ownRestartFailed];
  const failed = results.find(({ reason }) => starts.some((start) => reason?.startsWith(start)))?.reason;
  if (failed === undefined) return [];
  return [`This run stopped the deployment to restart it, and it did not start again. ${failed.replaceAll('\n', ' ')}`];
}

/** A gain of the deployment's clock is reported only if it exceeds this number of seconds. */
const drift = 60;

/**
 * Reports that the deployment's clock went further ahead than this run moved it. This means that somebody else is using the
 * deployment, so a failure that depends on something that both users share, such as the clock, proves nothing.
 * @param ahead seconds that the clock has gained since the run began
 * @param moved seconds by which this run moved the clock
 */
export function judgeClock(recorder: Recorder, results: CaseResult[], ahead: number | undefined, moved: number): string[] {
  const further = (ahead ?? 0) - moved;
  if (!(further > drift)) return [];
  const reason = `The clock of the deployment went ${sayTime(further)} further ahead than this run moved it.`;
  const shares = (id: string): boolean => recorder.needsOf(id).some((what) => what !== 'pay' && what !== 'other');
  const isDoubted = ({ id, verdict }: CaseResult): boolean => (verdict === 'fail' || verdict === 'warn') && shares(id);
  if (!results.some(isDoubted)) return [];
  doubt(results, reason, isDoubted);
  return [`${reason} Another run, or somebody else, moves it at the same time: start only one run at a time.`];
}

const sayTime = (seconds: number): string =>
  seconds < 7200 ? `${Math.round(seconds / 60)} min` : `${Math.round(seconds / 3600)} h`;
