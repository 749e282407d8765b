import type { Log } from '../log.ts';
import type { OpenSecrets } from './callback-secret.ts';
import type { AttemptResult, CallbackQueue, QueueResult } from './callback-sender.ts';
import { decideDelivery } from './decide-delivery.ts';
import {
  type AttemptRecord,
  type ClaimedEvent,
  type DeliveryDecision,
  type EndpointChange,
  type EndpointHealth,
  longestRest,
} from './outbox.ts';

/** The tools that an attempt uses. */
export interface AttemptTools {
  queue: CallbackQueue;
  openSecrets: OpenSecrets;
  /** Returns the time by which events are due, in milliseconds since 1970. In a sandbox it may run ahead. */
  now: () => number;
  /** Returns a random number from 0 to below 1, for the jitter. */
  random: () => number;
  logger: Log;
  /** The milliseconds that an endpoint must fail before it is disabled; 0 disables none. */
  disableAfter: number;
  /** Called after each attempt, for the metrics. */
  onAttempt?: ((outcome: DeliveryDecision['kind'], seconds: number) => void) | undefined;
  /** Records each attempt, in a sandbox. */
  recordAttempt?: ((attempt: FinishedAttempt) => void) | undefined;
}

/** A finished attempt, and what follows from it. */
export interface FinishedAttempt {
  event: ClaimedEvent;
  result: AttemptResult;
  decision: DeliveryDecision;
  ms: number;
}

/**
 * Makes one attempt, decides what follows, and logs a line about it. The line has no URL, no body and no secret: even
 * the path of a URL may be the merchant's secret. Never rejects. Resolves with undefined when no attempt was made, or
 * when we aborted it, which `isCut` then reports.
 * @param beginBy the latest time at which the attempt may begin, in milliseconds since 1970
 */
export async function attemptDelivery(
  event: ClaimedEvent,
  beginBy: number,
  tools: AttemptTools,
  isCut: () => boolean,
): Promise<{ decision: DeliveryDecision; endpoint: EndpointChange | undefined } | undefined> {
  const { now, random, logger, disableAfter, onAttempt, recordAttempt } = tools;
  const sent = await send(event, beginBy, tools);
  if (sent.kind === 'unsent' || isCut()) return undefined;
  const attempt = event.attempts + 1;
  const time = now();
  const planned = decideDelivery(sent.result, attempt, time, random());
  const { decision, endpoint } = judgeEndpoint(sent.result, planned, event, time, disableAfter);
  const ms = Math.round(sent.ms * 100) / 100;
  // Leaves out the invoice's id, because the id opens the payment page. An operator can find the invoice by the event's id.
  const facts = { eventId: event.id, account: event.accountId, host: event.host, attempt, ms, outcome: decision.kind };
  const why = decision.kind === 'delivered' ? {} : { reason: decision.reason };
  const next = decision.kind === 'retry' ? { nextAt: new Date(decision.at).toISOString() } : {};
  logger[decision.kind === 'dead' ? 'warn' : 'info']({ ...facts, ...why, ...next }, 'callback attempt');
  if (endpoint === 'disabled' && event.disabledAt === null) {
    const { accountId: account, host, failingSince } = event;
    const since = new Date(failingSince ?? time).toISOString();
    logger.warn(
      { account, host, failingSince: since },
      'callback endpoint disabled: its events are attempted once until it responds',
    );
  }
  if (endpoint === 'healed' && event.disabledAt !== null)
    logger.info({ account: event.accountId, host: event.host }, 'callback endpoint enabled: it responded');
  onAttempt?.(decision.kind, ms / 1000);
  recordAttempt?.({ event, result: sent.result, decision, ms });
  return { decision, endpoint };
}

async function send(event: ClaimedEvent, beginBy: number, tools: AttemptTools): Promise<QueueResult> {
  const { id, invoiceId, accountId, host, url, body } = event;
  let secrets: readonly string[];
  try {
    secrets = await tools.openSecrets(accountId, tools.now());
  } catch (error) {
    tools.logger.error({ eventId: id, err: error }, 'a callback cannot be signed');
    return failed('secret_unreadable');
  }
  if (secrets.length === 0) return failed('no_secret');
  return tools.queue.send({ id, invoiceId, accountId, host, url, body, secrets, beginBy });
}

function failed(reason: string): QueueResult {
  return { kind: 'sent', result: { kind: 'failed', reason }, ms: 0 };
}

/** Failures on our side, which are not the receiver's fault. */
const ourReasons: readonly string[] = ['no_secret', 'secret_unreadable'];

/**
 * Decides what an attempt means for its endpoint. An endpoint whose attempts have all failed for `disableAfter`
 * milliseconds is disabled: each further event is attempted once, as the contract demands, but not again. The first 2xx
 * response enables the endpoint.
 * @param disableAfter 0 to disable none
 */
export function judgeEndpoint(
  result: AttemptResult,
  decision: DeliveryDecision,
  { failingSince = null, failedAt = null, disabledAt = null }: Partial<EndpointHealth>,
  now: number,
  disableAfter: number,
): { decision: DeliveryDecision; endpoint: EndpointChange | undefined } {
  if (decision.kind === 'delivered') return { decision, endpoint: failingSince === null ? undefined : 'healed' };
  if (decision.kind === 'gone' || (result.kind === 'failed' && ourReasons.includes(result.reason))) {
    return { decision, endpoint: undefined };
  }
  const isRow = failingSince !== null && failedAt !== null && now - failedAt <= longestRest;
  const isDisabled = disableAfter > 0 && (disabledAt !== null || (isRow && now - failingSince >= disableAfter));
  if (!isDisabled) return { decision, endpoint: 'failed' };
  const ended: DeliveryDecision =
    decision.kind === 'retry' ? { kind: 'dead', reason: `endpoint_disabled, ${decision.reason}` } : decision;
  return { decision: ended, endpoint: 'disabled' };
}

/** A change of an endpoint, caused by one or more attempts. */
export interface ChangedEndpoint {
  accountId: string;
  host: string;
  change: EndpointChange;
}

/**
 * The weight of each change, for when several attempts of an endpoint end together. A success weighs most, because it
 * shows that the endpoint works.
 */
const weights: Readonly<Record<EndpointChange, number>> = { failed: 0, disabled: 1, healed: 2 };

/**
 * Finds the changes that a batch of attempts causes, one for each endpoint. Their order is always the same, so that
 * servers cannot deadlock.
 */
export function findChangedEndpoints(records: readonly AttemptRecord[]): ChangedEndpoint[] {
  const found = new Map<string, ChangedEndpoint>();
  for (const { event, endpoint: change } of records) {
    if (change === undefined) continue;
    const { accountId, host } = event;
    const key = `${accountId} ${host}`;
    const known = found.get(key);
    if (!known || weights[change] > weights[known.change]) found.set(key, { accountId, host, change });
  }
  return [...found].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, changed]) => changed);
}
