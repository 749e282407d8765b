import type { Adapter, PaymentRequest } from '../adapter/adapter.ts';

/** A server that was started in this process, with everything that a run of the suite needs to know of it. */
export interface RunningServer {
  baseUrl: string;
  token: string;
  /** A token of another account. */
  otherToken: string;
  /** Makes a payment and returns its web receipt, of the form that this server takes. */
  pay(request: PaymentRequest): Promise<string>;
  /** Secret that signs the callbacks of the token's account, where they are signed. */
  callbackSecret?: string;
  /** Everything else that an adapter can do there. */
  adapter?: Adapter;
  close(): Promise<void>;
}
