/** A payment that the suite asks for. */
export interface PaymentRequest {
  /** The invoice as create answered it. */
  invoice: Record<string, unknown>;
  /** Major units. */
  amount: number;
  outcome: 'completed' | 'failed' | 'pending';
}

/** What a black box cannot know, given by the team that runs the deployment. Every member is optional. */
export interface Adapter {
  /** Makes a payment happen and gives its web receipt, or null where this deployment cannot produce it. */
  pay?(request: PaymentRequest, deployment: { baseUrl: string; token: string }): Promise<string | null>;
  /** Moves the deployment's clock forward, where it has one that can be moved. */
  advanceTime?(seconds: number, deployment: { baseUrl: string; token: string }): Promise<void>;
  /** Gives a further token of the run's account, or null where it cannot. */
  mintToken?(wish: TokenWish, deployment: { baseUrl: string; token: string }): Promise<string | null>;
  /** Puts the contract's rate limits on for the run's account, and takes them off again. */
  limitRates?(on: boolean, deployment: { baseUrl: string; token: string }): Promise<void>;
  /** Takes the receipt verifier or the store away, and gives it back. */
  outage?(part: 'verifier' | 'store', on: boolean, deployment: { baseUrl: string; token: string }): Promise<void>;
  /** Rotates the secret that signs callbacks and gives the new one. */
  rotateSecret?(deployment: { baseUrl: string; token: string }): Promise<string>;
  /** The URL with a host name that leads to an address that is not public, or null where there is none. */
  nameInside?(url: string, deployment: { baseUrl: string; token: string }): Promise<string | null>;
}

/** What a further token must be like; all scopes unless said. */
export interface TokenWish {
  scopes?: ('invoices:write' | 'receipts:write' | 'invoices:read')[];
  revoked?: boolean;
  /** Of live invoices, where the run's token is of test ones. */
  live?: boolean;
}
