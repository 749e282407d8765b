import type { RateLimits } from '../rates/rate-limits.ts';

/** Whether it plays or is about real money. */
export type ServerMode = 'sandbox' | 'live';

/** What an operator decides about a server; what is not set is as `--help` says. Times are in milliseconds. */
export interface ServerSettings {
  readonly mode?: ServerMode;
  /** Made when it is not there; a second start with the same one keeps what is in it. */
  readonly dataDir: string;
  /** 127.0.0.1 by default. */
  readonly host?: string;
  /** 0, the default, takes any free one. */
  readonly port?: number;
  /** Absolute, without a slash at the end; live needs it. Also the audience that receipts must be made for. */
  readonly publicBaseUrl?: string | undefined;
  readonly invoiceLifetime?: number | undefined;
  /** Which tags are taken, of those that the contract's grammar lets through. */
  readonly cashTagPattern?: RegExp | undefined;
  readonly rateLimits?: RateLimits;
  /** How receipts are verified; a sandbox takes by default what its own rail signs. */
  readonly receipts?: ReceiptSource | undefined;
  /** How long a verifier may take. */
  readonly verifierTime?: number | undefined;
  /** Seals callback secrets; 32 bytes. A sandbox has one of its own. */
  readonly callbackKey?: Buffer | undefined;
  readonly trustedProxies?: number;
  readonly metricsToken?: string | undefined;
  readonly logLevel?: string;
}

/** Where receipts get their meaning from. */
export type ReceiptSource =
  | { readonly keys: string; readonly issuer: string }
  | { readonly url: string; readonly token: string | undefined };
