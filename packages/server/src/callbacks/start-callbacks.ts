import { delivery } from '@payment-invoice/generated';
import type { Logger } from 'pino';
import type { Store } from '../store/store.ts';
import type { AttemptTools } from './attempt-delivery.ts';
import type { DeliveryLimits } from './create-callback-queue.ts';
import { createOpenSecrets } from './open-secrets.ts';
import { type Dispatcher, startDispatcher } from './start-dispatcher.ts';
import { startWorkerSender } from './start-worker-sender.ts';

/** The longest that an attempt to call back may take (D-21), in milliseconds. */
const callbackTimeout = delivery.timeout * 1000;

/** The parts of a server that calling back needs. */
export interface CallbackParts {
  store: Store;
  /** Opens callback secrets. */
  key: Buffer;
  now: () => number;
  isSandbox: boolean;
  logger: Logger;
  /** Told of each attempt, for the metrics. */
  onAttempt: AttemptTools['onAttempt'];
  /** Keeps each attempt; with the beginning of the response when `keepsResponses`. */
  recordAttempt?: AttemptTools['recordAttempt'];
  keepsResponses?: boolean;
  limits: DeliveryLimits;
  /** Milliseconds of failures after which an endpoint is disabled; 0 for never. */
  disableAfter: number;
  /** The longest that an attempt may take, in milliseconds; 15 s by default. */
  timeout: number | undefined;
}

/** Starts to deliver the events of a server. */
export function startCallbacks(parts: CallbackParts): Dispatcher {
  const {
    store,
    key,
    now,
    isSandbox,
    logger,
    onAttempt,
    recordAttempt,
    limits,
    disableAfter,
    timeout: totalTimeout = callbackTimeout,
  } = parts;
  const keepsResponses = parts.keepsResponses === true;
  if (isSandbox) logger.warn('a sandbox: callbacks may go over http and to this machine');
  return startDispatcher({
    store,
    queue: startWorkerSender({ sandbox: isSandbox, totalTimeout, keepsResponses }, limits),
    openSecrets: createOpenSecrets(store, key),
    now,
    random: Math.random,
    perHost: limits.perHost,
    lease: 2 * totalTimeout,
    logger,
    disableAfter,
    onAttempt,
    recordAttempt,
  });
}
