import type { Adapter } from '../adapter/adapter.ts';

/** A payment to make, as an adapter's `pay` receives it. */
export interface PayRequest {
  /** The invoice as an operation responded with it; only its `id` is read. */
  invoice: { id: string } | Readonly<Record<string, unknown>>;
  /** Major units. */
  amount: number;
  outcome: 'completed' | 'failed' | 'pending';
}

/** A server that was started in this process, with everything that a run of the suite needs to know of it. */
export interface RunningServer {
  baseUrl: string;
  token: string;
  /** A token of another account. */
  otherToken: string;
  /** Headers that every request to it needs, such as a key beside the token. */
  headers?: [name: string, value: string][];
  /** Makes a payment and returns its web receipt, of the form that this server takes. */
  pay(request: PayRequest): Promise<string>;
  /** Secret that signs the callbacks of the token's account, where they are signed. */
  callbackSecret?: string;
  /** Everything else that an adapter can do there. */
  adapter?: Adapter;
  /** Present where it is no sandbox: the public URL of the suite, and what makes it lead to the port that it listens at. */
  noSandbox?: { callbackUrl: string; leadTo(port: number): void };
  /** Milliseconds to wait for a callback: more than usual where a loaded machine may keep its processes from running, or for an attempt that it gives up late. */
  callbackWait?: number;
  close(): Promise<void>;
}
