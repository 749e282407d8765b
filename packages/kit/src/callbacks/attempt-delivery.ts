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

/** The dependencies of `attemptDelivery`. */
export interface AttemptTools {
  queue: CallbackQueue;
  openSecrets: OpenSecrets;
  /** Returns the time in milliseconds since 1970. This clock decides when events are due. In a sandbox it may run ahead. */
  now: () => number;
  /** Returns a random number, at least 0 and less than 1, for the jitter. */
  random: () => number;
  logger: Log;
  /** How long all attempts to an endpoint must fail before it is disabled, in milliseconds; 0 disables no endpoint. */
  disableAfter: number;
  /** Called after each attempt, for the metrics. */
  onAttempt?: ((outcome: DeliveryDecision['kind'], seconds: number) => void) | undefined;
  /** Called after each attempt in a sandbox, to store the attempt for the developer. */
  recordAttempt?: ((attempt: FinishedAttempt) => void) | undefined;
}

/** A finished attempt, with the decision about the event's next attempt. */
export interface FinishedAttempt {
  event: ClaimedEvent;
  result: AttemptResult;
  decision: DeliveryDecision;
  ms: number;
}

/**
 * Makes one attempt, decides on the next, and logs a line without body, secret or URL, because even a path may be secret.
 * Never rejects. Returns undefined if no attempt was made, or if `isCut` returns true: this server has ended the connection, so
 * the result says nothing about the receiver.
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
    const told = { account, host, failingSince: new Date(failingSince ?? time).toISOString() };
    logger.warn(told, 'callback endpoint disabled: each event is sent only once until it responds');
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

const failed = (reason: string): QueueResult => ({ kind: 'sent', result: { kind: 'failed', reason }, ms: 0 });

/** The reasons for failures that this server caused, not the receiver. */
const ourReasons: readonly string[] = ['no_secret', 'secret_unreadable'];

/**
 * Decides whether an attempt changes the health of its endpoint. Once all attempts have failed for `disableAfter` milliseconds,
 * the endpoint is disabled: each event is attempted only once, as the contract demands, until a 2xx enables the endpoint again.
 * @param disableAfter 0 to never disable an endpoint
 */
export function judgeEndpoint(
  result: AttemptResult,
  decision: DeliveryDecision,
  { failingSince = null, failedAt = null, disabledAt = null }: Partial<EndpointHealth>,
  now: number,
  disableAfter: number,
): { decision: DeliveryDecision; endpoint: EndpointChange | undefined } {
  if (decision.kind === 'delivered') return { decision, endpoint: failingSince === null ? undefined : 'healed' };
  if (decision.kind === 'gone' || (result.kind === 'failed' && ourReasons.includes(result.reason)))
    return { decision, endpoint: undefined };
  const isRow = failingSince !== null && failedAt !== null && now - failedAt <= longestRest;
  const isDisabled = disableAfter > 0 && (disabledAt !== null || (isRow && now - failingSince >= disableAfter));
  if (!isDisabled) return { decision, endpoint: 'failed' };
  const ended: DeliveryDecision =
    decision.kind === 'retry' ? { kind: 'dead', reason: `endpoint_disabled, ${decision.reason}` } : decision;
  return { decision: ended, endpoint: 'disabled' };
}

/** The change in an endpoint's health after a batch of attempts. */
export interface ChangedEndpoint {
  accountId: string;
  host: string;
  change: EndpointChange;
}

/** Of an endpoint's changes in a batch, the heaviest wins. A success wins over all failures, because the endpoint works. */
const weights: Readonly<Record<EndpointChange, number>> = { failed: 0, disabled: 1, healed: 2 };

/** Finds the changes that a batch causes, one for each endpoint, sorted so that servers lock rows in the same order. */
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
