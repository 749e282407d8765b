import type { ServerResponse } from 'node:http';

/** What the second server is about to answer. */
export interface Reply {
  status: number;
  headers: Record<string, string | string[]>;
  /** Empty where it answers with none. */
  text: string;
  /** The invoice, in a success. */
  shown?: Readonly<Record<string, unknown>>;
}

/** What was asked. */
export interface Asked {
  method: string;
  /** create, submit, fetch or something else. */
  action: string;
}

/** What the source document leaves to a server, as far as the second server can vary it. */
export interface Habits {
  /** Status for a body that is not JSON, or whose members are wrong. */
  badInput: number;
  /** Status for a body without `invoiceId`. */
  missingInvoiceId: number;
  unknownInvoice: number;
  noToken: number;
  errorType: string;
  errorBody(status: number): string;
  /** Which Authorization headers carry the token. */
  bearer(token: string): RegExp;
  /** Takes a receipt that nobody issued for a payment that failed. */
  takesAnyReceipt: boolean;
  /** Settles each invoice as it is made. */
  bornPaid: boolean;
  closesConnections: boolean;
  requestsPerSecond: number;
  /** Value of Retry-After, one second ahead. */
  retryAfter(): string;
  time(milliseconds: number): string;
  /** Identifier of the invoice with this number. */
  id(count: number): string;
  note(id: string): string;
  paymentUrl(baseUrl: string, id: string): string;
  /** Milliseconds. */
  lifetime: number;
  /** Whether a create body that is well formed is also to its taste. */
  takes(body: Readonly<Record<string, unknown>>): boolean;
  /** Changes any answer on its way out. */
  reply(reply: Reply, asked: Asked): void;
  /** Puts the answer on the wire. */
  send(response: ServerResponse, reply: Reply): void;
}

/** The second server with no habit of note. */
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
