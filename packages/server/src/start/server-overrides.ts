import type { DeliveryLimits } from '@payment-invoice/kit/callbacks';
import type { ReceiptVerifier } from '@payment-invoice/kit/receipts';
import type { DestinationStream } from 'pino';

/** Parts that a program may bring along, beside an operator's settings. */
export interface ServerOverrides {
  /** Milliseconds since 1970; the system's clock by default. */
  now?: () => number;
  /** Verifies receipts in place of what the settings say. */
  verifier?: ReceiptVerifier;
  /** The most connections of clients at once; as many as the file descriptors allow by default. */
  maxConnections?: number;
  /** 512 callbacks at once, 16 of them to one host, by default. */
  callbackLimits?: DeliveryLimits;
  /** The longest that an attempt to call back may take, in milliseconds; 15 s by default. */
  callbackTimeout?: number;
  /** Receives the log lines; standard error by default. */
  logTo?: DestinationStream;
}
