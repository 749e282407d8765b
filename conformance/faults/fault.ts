import type { Adapter } from '../src/adapter/adapter.ts';

/** What a payer did, as an adapter's `pay` is told it. */
export interface PayRequest {
  /** The invoice as an operation answered with it; only its `id` is read. */
  invoice: { id: string } | Readonly<Record<string, unknown>>;
  /** Major units. */
  amount: number;
  outcome: 'completed' | 'failed' | 'pending';
}

/** A server that was started in this process, with what a run of the suite needs to know of it. */
export interface RunningSubject {
  /** Without a slash at the end. */
  baseUrl: string;
  token: string;
  /** A token of another account. */
  otherToken: string;
  /** Gives the web receipt of a payment, of the form that this server takes. */
  pay(request: PayRequest): Promise<string>;
  /** Secret that signs the callbacks of the token's account, where they are signed. */
  callbackSecret?: string;
  /** What else an adapter can do there. */
  adapter?: Adapter;
  /** Ends the server, connections kept alive included. */
  close(): Promise<void>;
}

/** Where a server listens: 127.0.0.1, on any free port unless one is given. */
export interface StartOptions {
  port?: number;
}

/** A server with one defect, which the suite must find. */
export interface Fault {
  id: string;
  title: string;
  /** Id of the requirement of `openapi.yaml` that the defect breaks. */
  breaks: string;
  /** The invoice's member that the finding must name, when there is one. */
  field?: string;
  /** Features of the contract that it claims beside core. */
  features?: readonly string[];
  start(options?: StartOptions): Promise<RunningSubject>;
}
