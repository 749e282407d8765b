import { delivery } from '@payment-invoice/generated';
import type { Log } from '../log.ts';
import type { AttemptTools } from './attempt-delivery.ts';
import type { DeliveryLimits } from './create-callback-queue.ts';
import type { OpenSecrets } from './open-secrets.ts';
import type { Outbox } from './outbox.ts';
import { type Dispatcher, startDispatcher } from './start-dispatcher.ts';
import { startWorkerSender } from './start-worker-sender.ts';

/** The longest that an attempt to call back may take (D-21), in milliseconds. */
const callbackTimeout = delivery.timeout * 1000;

/** Attempts at once, which suit a server with a thousand file descriptors. */
const usualLimits: DeliveryLimits = { total: 256, perHost: 16 };

/** The parts of a server that calling back needs. */
export interface CallbackParts extends Partial<Pick<AttemptTools, 'onAttempt' | 'recordAttempt'>> {
  store: Outbox;
  /** The secrets that sign an account's callbacks: `createOpenSecrets` where they are stored sealed. */
  openSecrets: OpenSecrets;
  /** Milliseconds since 1970. */
  now: () => number;
  /** Lets callbacks go over http and to this machine; a live server must not. */
  isSandbox: boolean;
  /** Gets a line for each attempt. */
  logger: Log;
  /** Keeps the beginning of each response for `recordAttempt`. */
  keepsResponses?: boolean;
  /** 256 at once, and 16 to one host, by default. */
  limits?: DeliveryLimits;
  /** Milliseconds of failures after which an endpoint is disabled; 0, the default, for never. Needs an outbox that keeps their health. */
  disableAfter?: number;
  /** The longest that an attempt may take, in milliseconds; 15 s by default. */
  timeout?: number | undefined;
}

/** Starts to deliver the events of a server, in a thread of their own, over addresses that are checked when connecting. */
export function startCallbacks(parts: CallbackParts): Dispatcher {
  const { store, openSecrets, now, isSandbox, logger, onAttempt, recordAttempt } = parts;
  const { limits = usualLimits, disableAfter = 0, timeout: totalTimeout = callbackTimeout, keepsResponses = false } = parts;
  if (isSandbox) logger.warn({}, 'a sandbox: callbacks may go over http and to this machine');
  return startDispatcher({
    store,
    queue: startWorkerSender({ sandbox: isSandbox, totalTimeout, keepsResponses }, limits),
    openSecrets,
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
