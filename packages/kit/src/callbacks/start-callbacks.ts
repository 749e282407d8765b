import { delivery } from '@payment-invoice/generated';
import type { Log } from '../log.ts';
import type { AttemptTools } from './attempt-delivery.ts';
import type { OpenSecrets } from './callback-secret.ts';
import type { DeliveryLimits } from './create-callback-queue.ts';
import type { Outbox } from './outbox.ts';
import { type Dispatcher, startDispatcher } from './start-dispatcher.ts';
import { startWorkerSender } from './start-worker-sender.ts';

/** How long an attempt may take, in milliseconds (D-21). */
const callbackTimeout = delivery.timeout * 1000;

/** The default limits, which suit a server with a thousand file descriptors. */
const usualLimits: DeliveryLimits = { total: 256, perHost: 16 };

/** The dependencies of `startCallbacks`. */
export interface CallbackParts extends Partial<Pick<AttemptTools, 'onAttempt' | 'recordAttempt'>> {
  store: Outbox;
  /** Returns the secrets that sign an account's callbacks. `createOpenSecrets` makes this function for a store. */
  openSecrets: OpenSecrets;
  /** Returns the current time in milliseconds since 1970. */
  now: () => number;
  /** True to allow callbacks to URLs with http and to this machine. A live server must not allow them. */
  isSandbox: boolean;
  /** The log. It receives a line for each attempt. */
  logger: Log;
  /** True to keep the beginning of each response for `recordAttempt`. */
  keepsResponses?: boolean;
  /** The limits on simultaneous attempts; by default 256 in total and 16 to one host. */
  limits?: DeliveryLimits;
  /**
   * How long all attempts to an endpoint must fail before it is disabled, in milliseconds; 0, the default, disables no endpoint.
   * Requires an outbox that stores the health of endpoints.
   */
  disableAfter?: number;
  /** How long an attempt may take, in milliseconds; 15 s by default. */
  timeout?: number | undefined;
}

/** Starts to deliver a server's events from a separate thread. The thread connects only to addresses that it has checked. */
export function startCallbacks(parts: CallbackParts): Dispatcher {
  const { store, openSecrets, now, isSandbox, logger, onAttempt, recordAttempt } = parts;
  const { limits = usualLimits, disableAfter = 0, timeout: totalTimeout = callbackTimeout, keepsResponses = false } = parts;
  if (isSandbox) logger.warn({}, 'sandbox: callbacks may use http and go to this machine');
  const queue = startWorkerSender({ sandbox: isSandbox, totalTimeout, keepsResponses }, limits);
  const tools = { queue, openSecrets, now, random: Math.random, logger, disableAfter, onAttempt, recordAttempt };
  return startDispatcher({ ...tools, store, perHost: limits.perHost, lease: 2 * totalTimeout });
}
