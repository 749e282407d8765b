/** What the source document leaves to a server, as far as the second server can vary it. */
export interface Habits {
  /** Status for a body that is not JSON, or whose members are wrong. */
  readonly badInput: number;
  /** Status for a body without `invoiceId`. */
  readonly missingInvoiceId: number;
  readonly errorType: string;
  errorBody(status: number): string;
  /** Which Authorization headers carry the token. */
  bearer(token: string): RegExp;
  /** Takes a receipt that nobody issued for a payment that failed. */
  readonly takesAnyReceipt: boolean;
  /** Settles each invoice as it is made. */
  readonly bornPaid: boolean;
  readonly closesConnections: boolean;
  readonly requestsPerSecond: number;
  time(milliseconds: number): string;
}

/** The second server with no habit of note. */
export const plainHabits: Habits = {
  badInput: 400,
  missingInvoiceId: 400,
  errorType: 'application/json',
  errorBody: (status) => JSON.stringify({ error: status }),
  bearer: (token) => new RegExp(`^Bearer ${token}$`),
  takesAnyReceipt: false,
  bornPaid: false,
  closesConnections: false,
  requestsPerSecond: Number.POSITIVE_INFINITY,
  time: (milliseconds) => new Date(milliseconds).toISOString(),
};
