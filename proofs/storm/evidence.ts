/** One request of a client, with its response. Times are milliseconds since 1970, by the one clock of the test. */
export interface Call {
  kind: 'call';
  line: number;
  client: number;
  server: number;
  operation: 'create' | 'submit' | 'fetch' | 'pay';
  start: number;
  /** Null when no response came: nobody knows whether it was done, or will be. */
  end: number | null;
  status: number | null;
  /** The response, byte for byte. */
  body: string;
  invoice?: string | undefined;
  /** The idempotency key. */
  key?: string | undefined;
  /** The receipt's id; none where the receipt was rubbish. */
  receipt?: string | undefined;
  /** Names a token other than the sandbox's. */
  token?: string | undefined;
}

/** One call of the servers to the receiver. */
export interface Delivery {
  kind: 'delivery';
  line: number;
  event: string;
  start: number;
  /** When it was responded to, or the sender hung up. */
  end: number | null;
  /** Null when the sender hung up first. */
  status: number | null;
  body: string;
  /** The reason why the signature is wrong; null when it is right. */
  forged: string | null;
}

/** One thing that was done to the servers or to the database. */
export interface Fault {
  kind: 'fault';
  line: number;
  fault: string;
  server: number | null;
  start: number;
  end: number;
}

/** The answer to a revocation of a token. */
export interface Revocation {
  kind: 'revocation';
  line: number;
  token: string;
  start: number;
  end: number;
}

/** A step of the sandbox's clock, which ends every lease. */
export interface ClockStep {
  kind: 'clock-step';
  line: number;
  start: number;
  end: number;
}

/** A line of the history. */
export type Line = Call | Delivery | Fault | Revocation | ClockStep;

/** A state of an invoice as clients see it. Money is in cents. */
export interface State {
  status: string;
  receiptId: string | null;
  paid: number | null;
}

/** An invoice as the database keeps it. */
export interface KeptInvoice extends State {
  id: string;
  amount: number;
  sequence: number;
}

/** A receipt as the database keeps it. */
export interface KeptReceipt {
  receiptId: string;
  invoice: string;
  amount: number;
  paymentStatus: string;
}

/** An event as the database keeps it. */
export interface KeptEvent {
  id: string;
  invoice: string;
  sequence: number;
  body: string;
  attempts: number;
  outcome: string | null;
}

/** A change of who may send an event, as the database made it: before and after. */
export interface LeaseChange {
  event: string;
  at: number;
  /** The server that made it, by its place. */
  by: string;
  oldOwner: string | null;
  oldEnd: number;
  newOwner: string | null;
  newEnd: number;
  isSettled: boolean;
}

/** The content of the database once the storm is over, in the order in which it came there. */
export interface Books {
  invoices: readonly KeptInvoice[];
  receipts: readonly KeptReceipt[];
  events: readonly KeptEvent[];
  leases: readonly LeaseChange[];
}

/** Everything that a storm leaves behind for its judges. */
export interface Evidence {
  lines: readonly Line[];
  books: Books;
  rules: {
    /** Submits to one invoice within a minute that are taken. */
    submitsPerInvoice: number;
    /** Milliseconds by which the servers differ in what they take for the time of the database. */
    apart: number;
  };
}

/** A sentence about what must not happen, with the lines that prove it. */
export interface Finding {
  invariant: string;
  sentence: string;
  proof: readonly object[];
}

/** A judge of one invariant. Pure: the same evidence has the same findings. */
export type Check = (evidence: Evidence) => Finding[];
