import type { Facts } from './facts.ts';

export interface Account {
  name: string;
  /** The secrets that sign callbacks, as raw bytes, newest first. */
  secrets: Buffer[];
  /** Times at which the secret was rotated, newest first. */
  rotatedAt?: number[];
}

export interface Token {
  account: Account;
  scopes: string[];
  revoked: boolean;
  /** The security scheme of this key; undefined for a bearer token. */
  scheme?: string;
  /** Time at which the token expires. */
  endsAt?: number;
}

/** A payment, as its receipt describes it. */
export interface Receipt {
  receiptId: string;
  note: string;
  cents: number;
  outcome: string;
  /** The currency. Default: the currency of this server's invoices. */
  currency?: string;
  cashTag?: string;
  /** Unix time of the payment, in milliseconds. Default: the time at which the receipt was issued. */
  paidAt?: number;
  /** The text of the payment's first receipt, if this receipt was signed later for the same payment. */
  first?: string;
}

/** An object, other than an invoice, that an operation created. */
export interface MadeObject {
  account: Account;
  shown: Record<string, unknown>;
}

/** An invoice. `shown` contains the fields that responses contain. All other fields are used only by the server. */
export interface Invoice {
  shown: Record<string, unknown> & {
    id: string;
    note: string;
    status: string;
    receiptId: string | null;
    paidAmount: number | null;
  };
  account: Account;
  /** The contract that the invoice's server follows. */
  facts: Facts;
  cents: number;
  paidCents: number;
  endsAt: number;
  counted: Set<string>;
  callbackUrl: string | undefined;
  events: number;
  /** True if the receiver has responded with 410. The server then sends it no more events about this invoice. */
  gone: boolean;
}

/** An event that is being delivered to a receiver. */
export interface Delivery {
  id: string;
  invoice: Invoice;
  body: string;
  attempt: number;
  /** Unix time of the next attempt, in milliseconds. Infinity while an attempt is in progress. */
  dueAt: number;
  done: boolean;
}

/** The response to a successful create with an idempotency key, stored to be replayed. */
export interface StoredResponse {
  /** The request body, in the form that `fingerprint` returns. */
  body: string;
  response: unknown;
  /** Unix time in milliseconds until which the response is replayed. */
  until: number;
}

/** The complete data of one full server. */
export interface Memory {
  baseUrl: string;
  /** The contract that the server follows. */
  facts: Facts;
  /** Returns the current Unix time in milliseconds, by a clock that the adapter can move. */
  now(): number;
  tokens: Map<string, Token>;
  invoices: Map<string, Invoice>;
  /** Receipts, keyed by their text. */
  receipts: Map<string, Receipt>;
  /** The invoice that each receipt was counted towards, keyed by the text of the receipt. */
  used: Map<string, Invoice>;
  /** Objects other than invoices, keyed by id. */
  made: Map<string, MadeObject>;
  /** Stored responses, keyed by operation (omitted for createPayment), account name and idempotency key. */
  keys: Map<string, StoredResponse>;
  limited: boolean;
  counted: Map<string, number[]>;
  /** Parts of the server that are simulated as being down. */
  down: Set<'verifier' | 'store'>;
  deliveries: Delivery[];
}
