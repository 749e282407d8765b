import type { Contract } from '../contract/contract.ts';
import { type DomainFacts, factsOf } from '../contract/domain.ts';
import { type Exchange, type HttpResponse, hasSucceeded, responseObject, sendsToken } from '../http/exchange.ts';
import { gatewayStatuses } from '../wire/send-patiently.ts';
import { readRefusal } from './find-baseline.ts';
import { Subject, type SubjectSettings } from './subject.ts';

/** Conditions of the run that are no longer met. */
export interface Changed {
  /** Describes the failure if the deployment no longer responds, or if only a gateway in front of it responds. */
  gone?: string;
  /** The deployment's response to a request that it accepted at first, and that it now refuses or fails to handle. */
  refusal?: HttpResponse;
  /** Seconds that the deployment's clock has gained during the run, compared with the clock of this machine. */
  ahead?: number;
}

const isWithoutRight = (status: number): boolean => status === 401 || status === 403;
const isTurnedDown = (status: number): boolean => isWithoutRight(status) || status >= 500;

/**
 * Checks the deployment again: fetches the first invoice of the run, and creates another invoice, because a deployment may no
 * longer be able to write. A 429 counts as a response.
 */
export async function findChanged(contract: Contract, settings: SubjectSettings, baseline: Exchange): Promise<Changed> {
  const subject = new Subject(contract, { ...settings, maxWait: 0 });
  try {
    const fetched = (await askAgain(subject, baseline)).answer;
    if (fetched && gatewayStatuses.includes(fetched.status)) return { gone: `it returns ${fetched.status}` };
    // With a plain document, this request may also have been refused the first time.
    const wasTurnedDown = isTurnedDown(baseline.answer?.status ?? 0);
    if (contract.plain) return fetched && !wasTurnedDown && isTurnedDown(fetched.status) ? { refusal: fetched } : {};
    const again = await subject.create();
    const facts = factsOf(contract);
    const ahead = Math.round((clockOf(facts, again) - clockOf(facts, baseline)) / 1000);
    return again.answer && isTurnedDown(again.answer.status) ? { refusal: again.answer } : { ahead };
  } catch (error) {
    return error instanceof Error && 'unanswered' in error ? { gone: error.message.replace(/\.$/, '') } : {};
  }
}

/** Fetches the first invoice of the run. For a plain document, sends the run's first request again. */
export function askAgain(subject: Subject, { request, answer }: Exchange): Promise<Exchange> {
  const invoice = answer && responseObject(answer);
  return subject.contract.plain ? subject.send(request) : subject.fetch(invoice?.id ?? '');
}

/** Returns how many milliseconds the deployment's clock was ahead of this machine's in this exchange; NaN if unknown. */
const clockOf = ({ times }: DomainFacts, { answer, startedAt }: Exchange): number =>
  Date.parse(String((answer && responseObject(answer))?.[times.created])) - Date.parse(startedAt);

/** Returns whether the deployment responded with 401, 403 or a server error to a request with the run's token. */
export const isRefused = ({ request, answer }: Exchange): boolean =>
  answer !== undefined && isTurnedDown(answer.status) && sendsToken(request);

/**
 * Finds when a deployment began to refuse requests that it had accepted before, or to return server errors: the number of
 * requests until then, and the time in milliseconds.
 * @param exchanges in the order of their arrival; the first one was accepted
 */
export function findEnd(exchanges: readonly Exchange[], refusal: HttpResponse): { requests: number; at: number } {
  // A deployment that can no longer create invoices may still return them, so only requests to the path of the first one count.
  const path = isWithoutRight(refusal.status) ? undefined : exchanges[0]?.request.path;
  const last = exchanges.findLastIndex(
    (exchange) =>
      hasSucceeded(exchange) && sendsToken(exchange.request) && (path ?? exchange.request.path) === exchange.request.path,
  );
  const first = exchanges.slice(last + 1).find(isRefused);
  return { requests: last + 1, at: Date.parse(first?.startedAt ?? new Date().toISOString()) };
}

/** Says what a deployment no longer accepts. `whole` adds advice to `short`. Names the token only if the response does. */
export function sayRefusal(refusal: HttpResponse, requests: number, renewal: string): { short: string; whole: string } {
  const { status } = refusal;
  const { isAboutToken, said } = readRefusal(refusal);
  const told = said.replace('\n', ' ');
  const say = (short: string, advice: string) => ({ short, whole: `${short} ${advice}` });
  if (!isWithoutRight(status))
    return say(
      `After ${requests} requests the deployment began to fail the create that it had accepted.`,
      `It gets ${status} now. The deployment's log says why: a full disk, or a database that is away; or a request of this run, one of the last before that.${told}`,
    );
  if (isAboutToken)
    return say(
      `The token stopped being accepted after ${requests} requests.`,
      `It gets ${status} now: give one that lasts for the run, by the deployment's clock too${renewal}`,
    );
  return say(
    `After ${requests} requests the deployment began to refuse what it had accepted.`,
    `It returns ${status} now, and does not say that it is about the token. A firewall or a gateway before the deployment may refuse the suite's requests: --rate makes fewer in a second; or the token has ended.${told}`,
  );
}
