import type { Adapter } from './adapter.ts';

/** A payment to make, as an adapter's `pay` receives it. */
export interface PayRequest {
  /** The invoice as an operation responded with it; only its `id` is read. */
  invoice: { id: string } | Readonly<Record<string, unknown>>;
  /** Major units. */
  amount: number;
  outcome: 'completed' | 'failed' | 'pending';
}

/** A server that was started in this process, with all that a run of the suite needs. */
export interface RunningSubject {
  /** Without a slash at the end. */
  baseUrl: string;
  token: string;
  /** A token of another account. */
  otherToken: string;
  /** Pays, and gives the web receipt in the form that this server takes. */
  pay(request: PayRequest): Promise<string>;
  /** Secret that signs the callbacks of the token's account, where they are signed. */
  callbackSecret?: string;
  /** The other abilities of an adapter that this server has. */
  adapter?: Adapter;
  /** Ends the server and the connections that are kept alive. */
  close(): Promise<void>;
}
