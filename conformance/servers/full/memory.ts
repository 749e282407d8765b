import type { Facts } from './facts.ts';

export interface Account {
  name: string;
  /** Signing secrets of callbacks as raw bytes, the current one first. */
  secrets: Buffer[];
  /** Times of the rotations, the latest first. */
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
  /** The currency; by default that of the server's invoices. */
  currency?: string;
  cashTag?: string;
  /** Unix time in milliseconds; by default the time at which the receipt was issued. */
  paidAt?: number;
  /** The text of the payment's first receipt, if this one was signed again. */
  first?: string;
}

/** An object other than an invoice that an operation made. */
export interface MadeObject {
  account: Account;
  shown: Record<string, unknown>;
}

/** An invoice: the fields that responses show, and others. */
export interface Invoice {
  shown: Record<string, unknown> & {
    id: string;
    note: string;
    status: string;
    receiptId: string | null;
    paidAmount: number | null;
  };
  account: Account;
  /** The contract that applies to it. */
  facts: Facts;
  cents: number;
  paidCents: number;
  endsAt: number;
  counted: Set<string>;
  callbackUrl: string | undefined;
  events: number;
  /** True if the receiver has responded with 410. It gets no more events. */
  gone: boolean;
}

/** An event on its way to a receiver. */
export interface Delivery {
  id: string;
  invoice: Invoice;
  body: string;
  attempt: number;
  /** Time of the next attempt; Infinity while one is in progress. */
  dueAt: number;
  done: boolean;
}

/** The stored response to a successful create with a key. */
export interface StoredResponse {
  /** The request body, in the form in which bodies are compared. */
  body: string;
  response: unknown;
  /** Unix time in milliseconds. */
  until: number;
}

/** Everything that one full server remembers. */
export interface Memory {
  baseUrl: string;
  /** The facts of the contract that it follows. */
  facts: Facts;
  /** Returns the Unix time in milliseconds, by a clock that can be moved. */
  now(): number;
  tokens: Map<string, Token>;
  invoices: Map<string, Invoice>;
  /** Receipts by their text. */
  receipts: Map<string, Receipt>;
  /** The invoice on which each receipt was counted, by the text of the receipt. */
  used: Map<string, Invoice>;
  /** Objects other than invoices, by id. */
  made: Map<string, MadeObject>;
  /** The first response to each key, by account and key. */
  keys: Map<string, StoredResponse>;
  limited: boolean;
  counted: Map<string, number[]>;
  /** Parts that are out of service. */
  down: Set<'verifier' | 'store'>;
  deliveries: Delivery[];
}
