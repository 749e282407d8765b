/** The operationIds of the contract. */
export type Operation = 'createPayment' | 'submitReceipt' | 'fetchPayment';

/** An invoice as the base server keeps it: the twelve members, and what no answer shows. */
export interface StoredInvoice {
  id: string;
  paymentUrl: string;
  cashTag: string;
  note: string;
  amount: number;
  isWhiteLabel: boolean;
  receiptId: string | null;
  paidAmount: number | null;
  status: 'PENDING' | 'UNDER_PAID' | 'PAID' | 'FAILED' | 'EXPIRED';
  returnUrl: string | null;
  expiresAt: string;
  createdAt: string;
  account: string;
  callbackUrl: string | undefined;
  /** Receipts already counted, so that the same one sent again changes nothing. */
  receipts: Set<string>;
}

/** Everything that one base server remembers. */
export interface Store {
  baseUrl: string;
  /** Token to account. */
  accounts: ReadonlyMap<string, string>;
  /** Oldest first. */
  invoices: StoredInvoice[];
}

/** One request on its way through the hooks. */
export interface Call {
  operation: Operation;
  url: URL;
  authorization: string | undefined;
  bytes: Uint8Array;
  store: Store;
  /** Empty until `authenticate` has answered. */
  account: string;
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
