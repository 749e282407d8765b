import type { RateLimits } from '../rates/rate-limits.ts';

/** Whether it plays or is about real money. */
export type ServerMode = 'sandbox' | 'live';

/** What an operator decides about a server; what is not set is as `--help` says. Times are in milliseconds. */
export interface ServerSettings {
  mode?: ServerMode;
  /** Made when it is not there; a second start with the same one keeps what is in it. */
  dataDir: string;
  /** 127.0.0.1 by default. */
  host?: string;
  /** 0, the default, takes any free one. */
  port?: number;
  /** Absolute, without a slash at the end; live needs it. Also the audience that receipts must be made for. */
  publicBaseUrl?: string | undefined;
  invoiceLifetime?: number | undefined;
  /** Which tags are taken, of those that the contract's grammar lets through. */
  cashTagPattern?: RegExp | undefined;
  rateLimits?: RateLimits;
  /** How receipts are verified; a sandbox takes by default what its own rail signs. */
  receipts?: ReceiptSource | undefined;
  /** How long a verifier may take. */
  verifierTime?: number | undefined;
  /** Seals callback secrets; 32 bytes. A sandbox has one of its own. */
  callbackKey?: Buffer | undefined;
  trustedProxies?: number;
  metricsToken?: string | undefined;
  logLevel?: string;
}

/** Where receipts get their meaning from. */
export type ReceiptSource = { keys: string; issuer: string } | { url: string; token: string | undefined };
