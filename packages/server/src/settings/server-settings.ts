import type { RateLimits } from '@payment-invoice/kit/rates';
import type { PayerLimits } from '../rates/payer-guard.ts';

/** The mode of a server: a sandbox plays, a live server moves real money. */
export type ServerMode = 'sandbox' | 'live';

/** The settings of a server; those that are missing have the defaults that `--help` shows. Times are in milliseconds. */
export interface ServerSettings {
  mode?: ServerMode;
  /** Made when it is not there; a second start with the same one keeps its data. */
  dataDir: string;
  /** The URL of a PostgreSQL database, which several servers may share; a file in `dataDir` when there is none. */
  databaseUrl?: string | undefined;
  /** 127.0.0.1 by default. */
  host?: string;
  /** 0, the default, takes any free one. */
  port?: number;
  /** Absolute, without a slash at the end; live needs it. Also the audience that receipts must be made for. */
  publicBaseUrl?: string | undefined;
  invoiceLifetime?: number | undefined;
  /** The tags that are taken, of those that the contract's grammar lets through. */
  cashTagPattern?: RegExp | undefined;
  /** The name of the app in which payers pay; undefined when it has none. */
  paymentApp?: string | undefined;
  rateLimits?: RateLimits;
  /** Limits of those who have no token. */
  payerLimits?: PayerLimits;
  /** The way to verify receipts; by default a sandbox takes what its own rail signs. */
  receipts?: ReceiptSource | undefined;
  /** The longest that a verifier may take. */
  verifierTime?: number | undefined;
  /** Seals callback secrets; 32 bytes. A sandbox has one of its own. */
  callbackKey?: Buffer | undefined;
  /** Milliseconds of failures after which a receiver of callbacks is disabled; 0 for never. */
  callbackDisableAfter?: number | undefined;
  /** 0 by default. A live server that listens beyond loopback warns when it is not set. */
  trustedProxies?: number | undefined;
  metricsToken?: string | undefined;
  logLevel?: string;
}

/** The verifier of receipts: a file of keys with their issuer, or a service. */
export type ReceiptSource = { keys: string; issuer: string } | { url: string; token: string | undefined };
