import type { Unheard } from '../engine/run-suite.ts';
import { sendsToken } from '../http/exchange.ts';
import type { CaseResult } from '../outcome/verdict.ts';
import { isRefused } from '../subject/find-changed.ts';
import type { Recorder } from '../wire/recorder.ts';
import { ownRestartFailed } from './deployment/start-command.ts';

/** Number of requests in a row with the run's token that must be refused before the deployment is checked again. */
const enough = 8;

/** Returns whether all of the latest requests with the run's token were refused or failed. */
export function isRefusedNow({ all }: Recorder): boolean {
  let refused = 0;
  // The latest exchange usually decides. It comes first, because this runs after each case.
  for (const { exchange } of all.slice(-10 * enough).reverse()) {
    if (exchange === undefined || !sendsToken(exchange.request)) continue;
    if (!isRefused(exchange)) return false;
    if (++refused === enough) return true;
  }
  return false;
}

/**
 * Reports that no callback arrived in the whole run, if cases that wait for one failed. If the callback URL does not lead to the
 * suite, these cases prove nothing, because that is the user's mistake.
 */
export function judgeUnheard(recorder: Recorder, results: CaseResult[], { url, why }: Unheard): string[] {
  const listens = (id: string): boolean => recorder.scopesOf(id).some((scope) => recorder.used.get(scope)?.has('listener'));
  const failed = results.filter(({ id, verdict }) => verdict === 'fail' && listens(id));
  if (failed.length === 0) return [];
  const none = `Not one callback of the whole run came to ${url}`;
  if (why === undefined)
    return [
      `${none}: that is one cause of ${failed.length} failures. If the deployment sends some, its log says why they do not arrive: a certificate that it does not trust, or a name that it does not find.`,
    ];
  const reason = `${none}, which does not lead to the suite: ${why}. Check --callback-url.`;
  for (const [at, result] of results.entries())
    if (failed.includes(result)) results[at] = { ...result, verdict: 'inconclusive', reason, findings: [] };
  return [reason];
}

/** Reports that this run ended a deployment which no longer responds, if neither an adapter nor the suite could restart it. */
export function judgeRestart(results: readonly CaseResult[]): string[] {
  const isFailure = (reason = ''): boolean =>
    ["The adapter's restart ", ownRestartFailed].some((start) => reason.startsWith(start));
  const failed = results.find(({ reason }) => isFailure(reason))?.reason;
  if (failed === undefined) return [];
  return [`This run ended the deployment to restart it, and it did not start again. ${failed.replaceAll('\n', ' ')}`];
}

/** Seconds that a clock may gain during a run without a report. */
const drift = 60;

/**
 * Reports that the deployment's clock went further ahead than this run moved it. Somebody else is then using the deployment, so a
 * failure that depends on the clock or another shared ability proves nothing.
 * @param ahead seconds that the clock has gained since the run began
 * @param moved seconds by which this run moved it
 */
export function judgeClock(recorder: Recorder, results: CaseResult[], ahead: number | undefined, moved: number): string[] {
  const further = (ahead ?? 0) - moved;
  if (!(further > drift)) return [];
  const reason = `The clock of the deployment went ${sayTime(further)} further ahead than this run moved it.`;
  let doubted = 0;
  for (const [at, result] of results.entries()) {
    if (result.verdict !== 'fail' && result.verdict !== 'warn') continue;
    if (recorder.needsOf(result.id).every((what) => what === 'pay' || what === 'other')) continue;
    results[at] = { ...result, verdict: 'inconclusive', reason, findings: [] };
    doubted++;
  }
  if (doubted === 0) return [];
  return [`${reason} Another run moves it at the same time, or somebody else does: let one run at a time have the deployment.`];
}

const sayTime = (seconds: number): string =>
  seconds < 7200 ? `${Math.round(seconds / 60)} min` : `${Math.round(seconds / 3600)} h`;
