import type { Logger } from 'pino';
import type { ClaimedEvent } from '../store/delivery-store.ts';
import type { AttemptResult, CallbackSender } from './callback-sender.ts';
import { type DeliveryDecision, decideDelivery } from './decide-delivery.ts';
import type { OpenSecrets } from './open-secrets.ts';

/** What an attempt needs. */
export interface AttemptTools {
  readonly sender: CallbackSender;
  readonly openSecrets: OpenSecrets;
  /** Decides what is due, in milliseconds since 1970; a sandbox's clock can be moved. */
  readonly now: () => number;
  /** For the signature's timestamp: receivers compare it with their own clock, so that it is never a moved one. */
  readonly wallClock: () => number;
  /** From 0 to 1, for the jitter. */
  readonly random: () => number;
  readonly logger: Logger;
  /** Told of each attempt, for the metrics. */
  readonly onAttempt?: ((outcome: DeliveryDecision['kind'], seconds: number) => void) | undefined;
}

/**
 * Makes one attempt, decides what follows, and writes a line about it. The line holds no URL, no body and no secret: the path of
 * a URL may be the merchant's secret. Never rejects; undefined when `isCut` says at the end that we ended the attempt ourselves.
 */
export async function attemptDelivery(
  event: ClaimedEvent,
  tools: AttemptTools,
  isCut: () => boolean,
): Promise<DeliveryDecision | undefined> {
  const { now, random, logger, onAttempt } = tools;
  const start = performance.now();
  const result = await send(event, tools);
  if (isCut()) return undefined;
  const attempt = event.attempts + 1;
  const decision = decideDelivery(result, attempt, now(), random());
  const ms = Math.round((performance.now() - start) * 100) / 100;
  const facts = { eventId: event.id, invoiceId: event.invoiceId, host: event.host, attempt, ms, outcome: decision.kind };
  const why = decision.kind === 'delivered' ? {} : { reason: decision.reason };
  const next = decision.kind === 'retry' ? { nextAt: new Date(decision.at).toISOString() } : {};
  logger[decision.kind === 'dead' ? 'warn' : 'info']({ ...facts, ...why, ...next }, 'callback attempt');
  onAttempt?.(decision.kind, ms / 1000);
  return decision;
}

async function send(event: ClaimedEvent, tools: AttemptTools): Promise<AttemptResult> {
  const { id, url, body, accountId } = event;
  let secrets: readonly string[];
  try {
    secrets = await tools.openSecrets(accountId, tools.now());
  } catch (error) {
    tools.logger.error({ eventId: id, err: error }, 'a callback cannot be signed');
    return { kind: 'failed', reason: 'secret_unreadable' };
  }
  if (secrets.length === 0) return { kind: 'failed', reason: 'no_secret' };
  return tools.sender.send({ id, url, body, secrets, signedAt: tools.wallClock() });
}
