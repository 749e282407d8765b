import type { Adapter } from '../adapter/adapter.ts';

export interface PayRequest {
  /** The invoice as an operation returned it; only its `id` is read. */
  invoice: { id: string } | Readonly<Record<string, unknown>>;
  /** In major units. */
  amount: number;
  outcome: 'completed' | 'failed' | 'pending';
}

/** A server in this process, with everything that the suite needs to test it. */
export interface RunningServer {
  baseUrl: string;
  token: string;
  /** A token of another account. */
  otherToken: string;
  /** Headers that every request to it needs, such as a key beside the token. */
  headers?: [name: string, value: string][];
  /** Makes a payment and returns its web receipt in the form that this server accepts. */
  pay(request: PayRequest): Promise<string>;
  /** Secret that signs the callbacks of the token's account, if they are signed. */
  callbackSecret?: string;
  /** The adapter's other functions. */
  adapter?: Adapter;
  /** Present if the server is not a sandbox: the suite's public URL, and a function that routes it to the listener's port. */
  noSandbox?: { callbackUrl: string; leadTo(port: number): void };
  /** Milliseconds to wait for a callback: more if a loaded machine may delay the server, or an attempt is given up late. */
  callbackWait?: number;
  close(): Promise<void>;
}
