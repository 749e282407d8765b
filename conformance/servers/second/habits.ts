import type { ServerResponse } from 'node:http';

/** A response that the second server is about to send. */
export interface Reply {
  status: number;
  headers: Record<string, string | string[]>;
  /** The body as it will be sent. It may be empty. */
  text: string;
  /** The invoice in a successful response. */
  shown?: Readonly<Record<string, unknown>>;
}

/** The request to which the server responds. */
export interface Asked {
  method: string;
  /** The last segment of the path: create, submit, fetch or anything else. */
  action: string;
}

/** The decisions that the source document leaves to a server. A variant of the second server changes some of them. */
export interface Habits {
  /** Status for a body that is not JSON, or whose fields are wrong. */
  badInput: number;
  /** Status for a body without `invoiceId`. */
  missingInvoiceId: number;
  unknownInvoice: number;
  noToken: number;
  errorType: string;
  errorBody(status: number): string;
  /** Returns a pattern for the Authorization headers that the server accepts for this token. */
  bearer(token: string): RegExp;
  /** If true, a receipt that the server did not issue is accepted as a failed payment. */
  takesAnyReceipt: boolean;
  /** If true, each invoice is already PAID when it is created. */
  bornPaid: boolean;
  closesConnections: boolean;
  requestsPerSecond: number;
  /** Returns the Retry-After header for a wait of one second. */
  retryAfter(): string;
  time(milliseconds: number): string;
  id(count: number): string;
  note(id: string): string;
  paymentUrl(baseUrl: string, id: string): string;
  /** Milliseconds until an invoice expires. */
  lifetime: number;
  /** Decides whether a well-formed create body is accepted. */
  takes(body: Readonly<Record<string, unknown>>): boolean;
  /** Changes any response before it is sent. */
  reply(reply: Reply, asked: Asked): void;
  send(response: ServerResponse, reply: Reply): void;
}

/** The second server's decisions if a variant does not change them. */
export const plainHabits: Habits = {
  badInput: 400,
  missingInvoiceId: 400,
  unknownInvoice: 404,
  noToken: 401,
  errorType: 'application/json',
  errorBody: (status) => JSON.stringify({ error: status }),
  bearer: (token) => new RegExp(`^Bearer ${token}$`),
  takesAnyReceipt: false,
  bornPaid: false,
  closesConnections: false,
  requestsPerSecond: Number.POSITIVE_INFINITY,
  retryAfter: () => '1',
  time: (milliseconds) => new Date(milliseconds).toISOString(),
  id: () => crypto.randomUUID(),
  note: (id) => id.slice(0, 8),
  paymentUrl: (baseUrl, id) => new URL(`/invoices/${encodeURIComponent(id)}/pay`, baseUrl).href,
  lifetime: 3_600_000,
  takes: () => true,
  reply() {},
  send: (response, { status, headers, text }) => response.writeHead(status, headers).end(text),
};
