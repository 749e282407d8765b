import type { Log } from '../log.ts';
import type { OpenSecrets } from './callback-secret.ts';
import type { AttemptResult, CallbackQueue, QueueResult } from './callback-sender.ts';
import { decideDelivery } from './decide-delivery.ts';
import { judgeEndpoint } from './judge-endpoint.ts';
import type { ClaimedEvent, DeliveryDecision, EndpointChange } from './outbox.ts';

/** The tools that an attempt uses. */
export interface AttemptTools {
  queue: CallbackQueue;
  openSecrets: OpenSecrets;
  /** Returns the time by which events are due, in milliseconds since 1970. A sandbox's clock can be moved. */
  now: () => number;
  /** Returns a number from 0 to below 1, for the jitter. */
  random: () => number;
  logger: Log;
  /** How many milliseconds an endpoint must fail before it is disabled; 0 disables none. */
  disableAfter: number;
  /** Called for each attempt, for the metrics. */
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
 * Makes one attempt, decides what follows, and logs a line about it. The line holds no URL, no body and no secret,
 * because the path of a URL may be the merchant's secret. Never rejects. Resolves with undefined when no attempt was
 * made, and also when we aborted the attempt ourselves, which `isCut` reports afterwards.
 * @param beginBy the latest time at which it may begin, in milliseconds since 1970
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
  // Does not log the invoice's id, because whoever knows the id can open the invoice's payment page. An operator can
  // look up the invoice in the database by the event's id.
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
