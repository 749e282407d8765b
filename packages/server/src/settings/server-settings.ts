import type { RateLimits } from '@payment-invoice/kit/rates';
import type { PayerLimits } from '../rates/payer-guard.ts';

/** The mode of a server. A sandbox only simulates payments; a live server moves real money. */
export type ServerMode = 'sandbox' | 'live';

/** The settings of a server. A missing setting has the default that `--help` shows. Times are in milliseconds. */
export interface ServerSettings {
  mode?: ServerMode;
  /** The data directory, which is made if it does not exist. A server that is started with it again finds its data. */
  dataDir: string;
  /** The URL of a PostgreSQL database, which several servers may share. Without it the database is a file in `dataDir`. */
  databaseUrl?: string | undefined;
  /** The address to listen on; 127.0.0.1 by default. */
  host?: string;
  /** The port to listen on. By default it is 0, which takes any free port. */
  port?: number;
  /** The server's absolute URL, without a final slash; required for a live server. Receipts must name it as their audience. */
  publicBaseUrl?: string | undefined;
  invoiceLifetime?: number | undefined;
  /** A pattern that restricts cash tags further than the contract does. */
  cashTagPattern?: RegExp | undefined;
  /** The name of the app in which payers pay; undefined when it is not set. */
  paymentApp?: string | undefined;
  rateLimits?: RateLimits;
  /** The limits for clients without a token. */
  payerLimits?: PayerLimits;
  /** The way to verify receipts. By default, a sandbox accepts the receipts that it signs. */
  receipts?: ReceiptSource | undefined;
  /** The maximum time in milliseconds that a verifier may take. */
  verifierTime?: number | undefined;
  /** The key that seals callback secrets, 32 bytes. A sandbox has its own. */
  callbackKey?: Buffer | undefined;
  /**
   * The time in milliseconds for which a receiver of callbacks may fail before it is disabled; 0 means that it is never disabled.
   */
  callbackDisableAfter?: number | undefined;
  /** The number of trusted proxies; 0 by default. A live server that listens beyond loopback warns when this is not set. */
  trustedProxies?: number | undefined;
  metricsToken?: string | undefined;
  logLevel?: string;
}

/** The trusted source of receipts: a file of keys with their issuer, or a service that verifies receipts. */
export type ReceiptSource = { keys: string; issuer: string } | { url: string; token: string | undefined };
