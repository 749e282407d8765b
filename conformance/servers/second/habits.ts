import type { ServerResponse } from 'node:http';

/** A response that the second server is about to send. */
export interface Reply {
  status: number;
  headers: Record<string, string | string[]>;
  /** The body; may be empty. */
  text: string;
  /** The invoice, in a success. */
  shown?: Readonly<Record<string, unknown>>;
}

/** The request of a response. */
export interface Asked {
  method: string;
  /** create, submit, fetch or something else. */
  action: string;
}

/** The choices that the source document leaves to a server and that the second server can vary. */
export interface Habits {
  /** Status for a body that is not JSON, or whose fields are wrong. */
  badInput: number;
  /** Status for a body without `invoiceId`. */
  missingInvoiceId: number;
  unknownInvoice: number;
  noToken: number;
  errorType: string;
  errorBody(status: number): string;
  /** Gives a pattern for the Authorization headers that carry the token. */
  bearer(token: string): RegExp;
  /** Takes a receipt that nobody issued for a payment that failed. */
  takesAnyReceipt: boolean;
  /** Settles each invoice as it is made. */
  bornPaid: boolean;
  closesConnections: boolean;
  requestsPerSecond: number;
  /** Gives a Retry-After of one second. */
  retryAfter(): string;
  time(milliseconds: number): string;
  id(count: number): string;
  note(id: string): string;
  paymentUrl(baseUrl: string, id: string): string;
  /** Milliseconds. */
  lifetime: number;
  /** Returns false to refuse a create body that is well formed. */
  takes(body: Readonly<Record<string, unknown>>): boolean;
  /** Changes any response on its way out. */
  reply(reply: Reply, asked: Asked): void;
  send(response: ServerResponse, reply: Reply): void;
}

/** The second server as it is without a habit. */
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
