/** The operationIds of the contract. */
export type Operation = 'createPayment' | 'submitReceipt' | 'fetchPayment';

/** An invoice as the base server keeps it: the twelve members, and what no answer shows. */
export interface StoredInvoice {
  readonly id: string;
  readonly paymentUrl: string;
  readonly cashTag: string;
  readonly note: string;
  readonly amount: number;
  readonly isWhiteLabel: boolean;
  receiptId: string | null;
  paidAmount: number | null;
  status: 'PENDING' | 'UNDER_PAID' | 'PAID' | 'FAILED' | 'EXPIRED';
  readonly returnUrl: string | null;
  readonly expiresAt: string;
  readonly createdAt: string;
  readonly account: string;
  readonly callbackUrl: string | undefined;
  /** Receipts already counted, so that the same one sent again changes nothing. */
  readonly receipts: Set<string>;
}

/** Everything that one base server remembers. */
export interface Store {
  readonly baseUrl: string;
  /** Token to account. */
  readonly accounts: ReadonlyMap<string, string>;
  /** Oldest first. */
  readonly invoices: StoredInvoice[];
}

/** One request on its way through the hooks. */
export interface Call {
  readonly operation: Operation;
  readonly url: URL;
  readonly authorization: string | undefined;
  readonly bytes: Uint8Array;
  readonly store: Store;
  /** Empty until `authenticate` has answered. */
  readonly account: string;
}

/** Members of a JSON body, not yet believed. */
export type Members = Readonly<Record<string, unknown>>;

/** Ends a request with a 4xx; anything else that is thrown becomes a 500. */
export class Refusal extends Error {
  readonly status: number;
  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}
