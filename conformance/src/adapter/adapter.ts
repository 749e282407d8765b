/** A payment that the suite asks for. */
export interface PaymentRequest {
  /** The invoice as create returned it. */
  invoice: Record<string, unknown>;
  /** Major units. */
  amount: number;
  outcome: 'completed' | 'failed' | 'pending';
  /** One fact that the receipt must state otherwise than that of such a payment does. An adapter that cannot make it returns null. */
  differs?: Difference;
}

/** One difference of a receipt, by the field that states it. */
export type Difference =
  | { currency: string }
  | { cashTag: string }
  /** RFC 3339, in UTC. */
  | { paidAt: string }
  | { amount: 0 }
  /** An earlier receipt: its payment, with the same id, signed again, so that the bytes are others. */
  | { signedAgain: string };

/** A receipt that differs as it was asked: a `pay` that does not know `differs` returns a text, and nothing is taken for granted. */
export interface DifferentReceipt {
  receipt: string;
  /** The field of `differs`. */
  differs: string;
}

/** Abilities that a black box cannot have, given by the team that runs the deployment. Each is optional. */
export interface Adapter {
  /** Makes a payment happen and returns its web receipt, or null where this deployment cannot produce it. */
  pay?(request: PaymentRequest, deployment: { baseUrl: string; token: string }): Promise<string | DifferentReceipt | null>;
  /** Returns a token of the run's account: at first, where none is given, and again when the deployment accepts it no longer. */
  token?(deployment: { baseUrl: string }): Promise<string>;
  /** Moves the deployment's clock forward, where it has one that can be moved. */
  advanceTime?(seconds: number, deployment: { baseUrl: string; token: string }): Promise<void>;
  /** Returns a further token of the run's account, or null where it cannot. */
  mintToken?(wish: TokenWish, deployment: { baseUrl: string; token: string }): Promise<string | null>;
  /** Revokes a token that `mintToken` returned. */
  revokeToken?(token: string, deployment: { baseUrl: string; token: string }): Promise<void>;
  /** Leaves a token that `mintToken` returned these scopes only. */
  narrowToken?(token: string, scopes: string[], deployment: { baseUrl: string; token: string }): Promise<void>;
  /** Returns a further token of the run's account that ends by itself after so many seconds of the deployment's clock. */
  mintExpiringToken?(seconds: number, deployment: { baseUrl: string; token: string }): Promise<string>;
  /** Turns the contract's rate limits on or off: for the account of the token, or for all. */
  limitRates?(on: boolean, deployment: { baseUrl: string; token: string }): Promise<void>;
  /** Takes the receipt verifier or the store away, or gives it back. */
  outage?(part: 'verifier' | 'store', on: boolean, deployment: { baseUrl: string; token: string }): Promise<void>;
  /** Rotates the secret that signs callbacks and returns the new one. */
  rotateSecret?(deployment: { baseUrl: string; token: string }): Promise<string>;
  /** Ends the deployment without notice, starts it again at the same base URL, and returns once it responds. */
  restart?(deployment: { baseUrl: string; token: string }): Promise<void>;
  /** Returns the URL with a host name that resolves to an address that is not public, or null where there is none. */
  nameInside?(url: string, deployment: { baseUrl: string; token: string }): Promise<string | null>;
}

/** The kind of token to make; all scopes unless said. */
export interface TokenWish {
  scopes?: string[];
  revoked?: boolean;
  /** For live invoices, where the run's token is for test ones. */
  live?: boolean;
  /** The security scheme of an API key to make in place of a token; null is right where there are none. */
  scheme?: string;
}
