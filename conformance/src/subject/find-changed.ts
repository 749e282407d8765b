import type { Contract } from '../contract/contract.ts';
import { type Exchange, type HttpResponse, hasSucceeded, responseObject, sendsToken } from '../http/exchange.ts';
import { gatewayStatuses } from '../wire/send-patiently.ts';
import { readRefusal } from './find-baseline.ts';
import { Subject, type SubjectSettings } from './subject.ts';

/** Conditions that the run relied on and that no longer hold. */
export interface Changed {
  /** The failure, if the deployment no longer responds or only a gateway does. */
  gone?: string;
  /** The deployment's response to a request that it used to accept and now refuses, or fails to carry out. */
  refusal?: HttpResponse;
  /** Seconds that the deployment's clock has gained on this machine's during the run. */
  ahead?: number;
}

const isWithoutRight = (status: number): boolean => status === 401 || status === 403;
const isTurnedDown = (status: number): boolean => isWithoutRight(status) || status >= 500;

/**
 * Checks the deployment again: fetches the first invoice of the run and creates another, because it may still read but no longer
 * write. A 429 counts as a response.
 */
export async function findChanged(contract: Contract, settings: SubjectSettings, baseline: Exchange): Promise<Changed> {
  const subject = new Subject(contract, { ...settings, maxWait: 0 });
  const invoice = baseline.answer && responseObject(baseline.answer);
  try {
    const asked = contract.plain ? subject.send(baseline.request) : subject.fetch(invoice?.id ?? '');
    const fetched = (await asked).answer;
    if (fetched && gatewayStatuses.includes(fetched.status)) return { gone: `it returns ${fetched.status}` };
    // An operation of a plain document may have been refused from the beginning.
    const wasTurnedDown = isTurnedDown(baseline.answer?.status ?? 0);
    if (contract.plain) return fetched && !wasTurnedDown && isTurnedDown(fetched.status) ? { refusal: fetched } : {};
    const again = await subject.create();
    const ahead = Math.round((clockOf(again) - clockOf(baseline)) / 1000);
    return again.answer && isTurnedDown(again.answer.status) ? { refusal: again.answer } : { ahead };
  } catch (error) {
    return error instanceof Error && 'unanswered' in error ? { gone: error.message.replace(/\.$/, '') } : {};
  }
}

/** Returns how many milliseconds the deployment's clock was ahead of this machine's at a create; NaN if that is unknown. */
const clockOf = ({ answer, startedAt }: Exchange): number =>
  Date.parse(String((answer && responseObject(answer))?.createdAt)) - Date.parse(startedAt);

/** Returns whether the deployment refused a request with the run's token by a 401 or 403, or failed it. */
export const isRefused = ({ request, answer }: Exchange): boolean =>
  answer !== undefined && isTurnedDown(answer.status) && sendsToken(request);

/**
 * Finds when a deployment began to refuse or fail requests like those it had accepted: the number of requests until then, and the
 * time in milliseconds.
 * @param exchanges in order of arrival; the first one was accepted
 */
export function findEnd(exchanges: readonly Exchange[], refusal: HttpResponse): { requests: number; at: number } {
  // A deployment that fails creates may still read, so only requests like the first one count.
  const path = isWithoutRight(refusal.status) ? undefined : exchanges[0]?.request.path;
  const last = exchanges.findLastIndex(
    (exchange) =>
      hasSucceeded(exchange) && sendsToken(exchange.request) && (path ?? exchange.request.path) === exchange.request.path,
  );
  const first = exchanges.slice(last + 1).find(isRefused);
  return { requests: last + 1, at: Date.parse(first?.startedAt ?? new Date().toISOString()) };
}

/**
 * Describes, in short and with advice, that a deployment now refuses or fails a request that it accepted before. Blames the token
 * only if the response does.
 */
export function sayRefusal(refusal: HttpResponse, requests: number, renewal: string): { short: string; whole: string } {
  const { status } = refusal;
  const { isAboutToken, said } = readRefusal(refusal);
  const told = said.replace('\n', ' ');
  if (!isWithoutRight(status)) {
    const short = `After ${requests} requests the deployment began to fail the create that it had accepted.`;
    return {
      short,
      whole: `${short} It gets ${status} now. The deployment's log says why: a full disk, or a database that is away; or a request of this run, one of the last before that.${told}`,
    };
  }
  if (isAboutToken) {
    const short = `The token stopped being accepted after ${requests} requests.`;
    return {
      short,
      whole: `${short} It gets ${status} now: give one that lasts for the run, by the deployment's clock too${renewal}`,
    };
  }
  const short = `After ${requests} requests the deployment began to refuse what it had accepted.`;
  return {
    short,
    whole: `${short} It returns ${status} now, and does not say that it is about the token. A firewall or a gateway before the deployment may refuse the suite's requests: --rate makes fewer in a second; or the token has ended.${told}`,
  };
}
