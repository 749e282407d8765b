import type { DeliveryLimits } from '@payment-invoice/kit/callbacks';
import type { ReceiptVerifier } from '@payment-invoice/kit/receipts';
import type { DestinationStream } from 'pino';

/** Parts that a program may supply, besides an operator's settings. */
export interface ServerOverrides {
  /** Returns the Unix time in milliseconds, by default from the system's clock. */
  now?: () => number;
  /** Verifies receipts instead of the verifier in the settings. */
  verifier?: ReceiptVerifier;
  /** The maximum number of connections of clients at once; by default as many as the file descriptors allow. */
  maxConnections?: number;
  /** The maximum number of callbacks at once; by default 512, and 16 to one host. */
  callbackLimits?: DeliveryLimits;
  /** The maximum time in milliseconds that an attempt to deliver a callback may take; by default 15 s. */
  callbackTimeout?: number;
  /** Receives the log lines; standard error by default. */
  logTo?: DestinationStream;
}
