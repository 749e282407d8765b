import type { RateLimits } from '@payment-invoice/kit/rates';
import type { PayerLimits } from '../rates/payer-guard.ts';

/** The mode of a server. A sandbox only simulates payments; in a live server, payments are real. */
export type ServerMode = 'sandbox' | 'live';

/** The settings of a server. Missing settings get the defaults that `--help` shows. Times are in milliseconds. */
export interface ServerSettings {
  mode?: ServerMode;
  /** The data directory, which is created if it does not exist. A later start with the same directory finds the data. */
  dataDir: string;
  /** The URL of a PostgreSQL database, which several servers may share. If it is missing, the database is a file in `dataDir`. */
  databaseUrl?: string | undefined;
  /** The address to listen on; 127.0.0.1 by default. */
  host?: string;
  /** The port to listen on. The default, 0, selects any free port. */
  port?: number;
  /** The server's absolute URL, without a trailing slash. A live server needs it: receipts must name it as their audience. */
  publicBaseUrl?: string | undefined;
  invoiceLifetime?: number | undefined;
  /** A pattern that restricts cash tags further than the contract does. */
  cashTagPattern?: RegExp | undefined;
  /** The name of the app in which payers pay, to be shown on the payment page. */
  paymentApp?: string | undefined;
  rateLimits?: RateLimits;
  /** The rate limits for clients without a token. */
  payerLimits?: PayerLimits;
  /** The source of trusted receipts. By default, a sandbox accepts the receipts that it signs itself. */
  receipts?: ReceiptSource | undefined;
  /** How long a verifier may take, in milliseconds. */
  verifierTime?: number | undefined;
  /** The 32-byte key that seals callback secrets. By default, a sandbox uses its own. */
  callbackKey?: Buffer | undefined;
  /** How long all callbacks to a receiver must fail before it is disabled, in milliseconds; 0 for never. */
  callbackDisableAfter?: number | undefined;
  /** The number of trusted proxies; 0 by default, with a warning if a live server listens beyond loopback. */
  trustedProxies?: number | undefined;
  metricsToken?: string | undefined;
  logLevel?: string;
}

/** The trusted source of receipts: a file with the keys of an issuer, or the URL of a service that verifies receipts. */
export type ReceiptSource = { keys: string; issuer: string } | { url: string; token: string | undefined };
