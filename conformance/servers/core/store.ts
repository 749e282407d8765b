/** An operationId of the contract. */
export type Operation = 'createPayment' | 'submitReceipt' | 'fetchPayment';

/** An invoice as the core server stores it. Responses show the first twelve fields and no others. */
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
  /** Receipts that were counted towards this invoice. If a client submits one of them again, nothing changes. */
  receipts: Set<string>;
}

/** Everything that one core server remembers. */
export interface Store {
  baseUrl: string;
  /** Accounts, keyed by token. */
  accounts: ReadonlyMap<string, string>;
  /** The invoices, oldest first. */
  invoices: StoredInvoice[];
}

/** A request and what the server has found out about it so far. */
export interface Call {
  operation: Operation;
  url: URL;
  authorization: string | undefined;
  bytes: Uint8Array;
  store: Store;
  /** The account; empty until `authenticate` has found it. */
  account: string;
}

/** Fields of a JSON body, not yet checked. */
export type Fields = Readonly<Record<string, unknown>>;

/** Ends a request with a 4xx. Any other error becomes a 500. */
export class Refusal extends Error {
  readonly status: number;
  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}
