import type { Unheard } from '../engine/run-suite.ts';
import { sendsToken } from '../http/exchange.ts';
import type { CaseResult } from '../outcome/verdict.ts';
import { isRefused } from '../subject/find-changed.ts';
import type { Recorder } from '../wire/recorder.ts';

/** Requests with the token of the run that are refused one after another, from which on it is looked at again. */
const enough = 8;

/** Tells if all of the latest requests with the run's token met a refusal or failed. */
export function isRefusedNow({ all }: Recorder): boolean {
  const latest = all.slice(-10 * enough).flatMap(({ exchange }) => (exchange && sendsToken(exchange.request) ? [exchange] : []));
  return latest.length >= enough && latest.slice(-enough).every(isRefused);
}

/**
 * Says once that not one callback came, where cases failed that wait for some. They prove nothing where the URL does not lead
 * to the suite: it is the reader's.
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
