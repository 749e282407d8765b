/** One request of a client, with its response. Times are in milliseconds since 1970, by the test's single clock. */
export interface Call {
  kind: 'call';
  line: number;
  client: number;
  server: number;
  operation: 'create' | 'submit' | 'fetch' | 'pay';
  start: number;
  /** The time of the response; null if none came. The request may have been handled even then. */
  end: number | null;
  status: number | null;
  /** The response, byte for byte. */
  body: string;
  invoice?: string | undefined;
  key?: string | undefined;
  /** The receipt's id; absent when the receipt was invalid. */
  receipt?: string | undefined;
  /** The name of the token, if it was not the sandbox's own. */
  token?: string | undefined;
}

/** One call from a server to the receiver. */
export interface Delivery {
  kind: 'delivery';
  line: number;
  event: string;
  start: number;
  /** The time at which the receiver responded, or the sender closed the connection. */
  end: number | null;
  /** The status of the response; null when the sender closed the connection first. */
  status: number | null;
  body: string;
  /** The reason why the signature is wrong; null when it is valid. */
  forged: string | null;
}

/** One fault applied to the servers or to the database. */
export interface Fault {
  kind: 'fault';
  line: number;
  fault: string;
  server: number | null;
  start: number;
  end: number;
}

/** The confirmed revocation of a token. */
export interface Revocation {
  kind: 'revocation';
  line: number;
  token: string;
  start: number;
  end: number;
}

/** A move of the sandbox's clock. It ends every lease. */
export interface ClockStep {
  kind: 'clock-step';
  line: number;
  start: number;
  end: number;
}

/** One line of the history. */
export type Line = Call | Delivery | Fault | Revocation | ClockStep;

/** An invoice's state as clients see it. Money is in cents. */
export interface State {
  status: string;
  receiptId: string | null;
  paid: number | null;
}

/** An invoice as stored in the database. */
export interface KeptInvoice extends State {
  id: string;
  amount: number;
  sequence: number;
}

/** A receipt as stored in the database. */
export interface KeptReceipt {
  receiptId: string;
  invoice: string;
  amount: number;
  paymentStatus: string;
}

/** An event as stored in the database. */
export interface KeptEvent {
  id: string;
  invoice: string;
  sequence: number;
  body: string;
  attempts: number;
  outcome: string | null;
}

/** A change to an event's lease, as the database logged it. */
export interface LeaseChange {
  event: string;
  at: number;
  /** The name of the server that made the change. */
  by: string;
  oldOwner: string | null;
  oldEnd: number;
  newOwner: string | null;
  newEnd: number;
  isSettled: boolean;
}

/** The database content after the storm, in insertion order. */
export interface Books {
  invoices: readonly KeptInvoice[];
  receipts: readonly KeptReceipt[];
  events: readonly KeptEvent[];
  leases: readonly LeaseChange[];
}

/** The input of all checks: the history and the database after a storm. */
export interface Evidence {
  lines: readonly Line[];
  books: Books;
  rules: {
    /** The number of submissions for one invoice that are accepted within a minute. */
    submitsPerInvoice: number;
    /** The maximum difference between the times that the database shows to two servers, in milliseconds. */
    apart: number;
  };
}

/** A sentence about a violation, with the lines that prove it. */
export interface Finding {
  invariant: string;
  sentence: string;
  proof: readonly object[];
}

/** A check of one invariant. It is pure: the same evidence always gives the same findings. */
export type Check = (evidence: Evidence) => Finding[];
