import type { Adapter, PaymentRequest } from '../adapter/adapter.ts';

export interface PayRequest extends Pick<PaymentRequest, 'amount' | 'outcome'> {
  /** The invoice as an operation returned it. Only its `id` is used. */
  invoice: { id: string } | Readonly<Record<string, unknown>>;
}

/** A server in this process, with everything that the suite needs to test it. */
export interface RunningServer {
  baseUrl: string;
  token: string;
  /** A token of another account on this server. */
  otherToken: string;
  /** Headers that every request to the server must contain, such as an API key in addition to the token. */
  headers?: [name: string, value: string][];
  /** Makes a payment and returns its web receipt in the form that this server accepts. */
  pay(request: PayRequest): Promise<string>;
  /** The secret that signs callbacks of the token's account. Absent if they are not signed. */
  callbackSecret?: string;
  /** The functions of the server's adapter, other than `pay`. */
  adapter?: Adapter;
  /** Set for a live deployment: the suite's public callback URL, and a function that routes it to the listener's port. */
  noSandbox?: { callbackUrl: string; leadTo(port: number): void };
  /** Milliseconds to wait for a callback. Set for a server that may be slow, or that gives up on an attempt late. */
  callbackWait?: number;
  close(): Promise<void>;
}
