import type { Facts } from './facts.ts';

export interface Account {
  name: string;
  /** Signing secrets of callbacks, the current one first; raw bytes. */
  secrets: Buffer[];
  /** Times of the rotations, the last one first. */
  rotatedAt?: number[];
}

export interface Token {
  account: Account;
  scopes: string[];
  revoked: boolean;
  /** The security scheme that it is a key of; a bearer token has none. */
  scheme?: string;
  /** Time at which it ends by itself. */
  endsAt?: number;
}

/** A payment that was made, as its receipt has it. */
export interface Receipt {
  receiptId: string;
  note: string;
  cents: number;
  outcome: string;
  /** As they are for every invoice of the server, unless given. */
  currency?: string;
  cashTag?: string;
  /** Milliseconds since 1970; the time at which it was issued, unless given. */
  paidAt?: number;
  /** Text of the receipt that was issued first for the same payment, where this one was signed again. */
  first?: string;
}

/** An object that is no invoice, which an operation made. */
export interface MadeObject {
  account: Account;
  shown: Record<string, unknown>;
}

/** An invoice: the fields that responses show, and those that none does. */
export interface Invoice {
  shown: Record<string, unknown> & {
    id: string;
    note: string;
    status: string;
    receiptId: string | null;
    paidAmount: number | null;
  };
  account: Account;
  /** The contract that it lives by. */
  facts: Facts;
  cents: number;
  paidCents: number;
  endsAt: number;
  counted: Set<string>;
  callbackUrl: string | undefined;
  events: number;
  /** A receiver responded 410: nothing more is sent. */
  gone: boolean;
}

/** An event on its way to a receiver. */
export interface Delivery {
  id: string;
  invoice: Invoice;
  body: string;
  attempt: number;
  /** Time of the next attempt; infinite while one is under way. */
  dueAt: number;
  done: boolean;
}

/** A create that succeeded with a key. */
export interface StoredResponse {
  /** Its body, as the server compares bodies. */
  body: string;
  response: unknown;
  /** Milliseconds since 1970. */
  until: number;
}

/** Everything that one full server remembers. */
export interface Memory {
  baseUrl: string;
  /** The contract's. */
  facts: Facts;
  /** Milliseconds since 1970, by a clock that can be moved. */
  now(): number;
  tokens: Map<string, Token>;
  invoices: Map<string, Invoice>;
  /** By their text. */
  receipts: Map<string, Receipt>;
  /** Text of a receipt to the invoice it was counted on. */
  used: Map<string, Invoice>;
  /** Objects that are no invoices, by id. */
  made: Map<string, MadeObject>;
  /** Account and key to the first response. */
  keys: Map<string, StoredResponse>;
  limited: boolean;
  counted: Map<string, number[]>;
  /** Parts that are out of service. */
  down: Set<'verifier' | 'store'>;
  deliveries: Delivery[];
}
