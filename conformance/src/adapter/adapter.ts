import { CaseInconclusive } from '../outcome/case-inconclusive.ts';
import { CaseSkipped } from '../outcome/case-skipped.ts';
import { waitFor } from '../places/waits.ts';

/** A payment that the suite asks the adapter to make. */
export interface PaymentRequest {
  /** The invoice, as in the response to its create request. */
  invoice: Record<string, unknown>;
  /** The amount to pay, in major units such as dollars. */
  amount: number;
  outcome: 'completed' | 'failed' | 'pending';
  /** The one field in which the receipt must not be correct. An adapter that cannot make such a receipt returns null. */
  differs?: Difference;
}

/** One difference in a receipt, keyed by the field that is different. */
export type Difference =
  | { currency: string }
  | { cashTag: string }
  /** RFC 3339, in UTC. */
  | { paidAt: string }
  | { amount: 0 }
  /** An earlier receipt. The new one has the same payment id, but is signed again, so that its bytes differ. */
  | { signedAgain: string };

/** A receipt that differs as requested. An adapter that returns a string instead has made an ordinary receipt. */
export interface DifferentReceipt {
  receipt: string;
  /** The name of the field of `differs` that the adapter has applied. */
  differs: string;
}

/** Functions for what the suite cannot do through the API. The team that runs the deployment writes them; each is optional. */
export interface Adapter {
  /** Makes a payment and returns its web receipt. Returns null if this deployment cannot make such a payment. */
  pay?(request: PaymentRequest, deployment: { baseUrl: string; token: string }): Promise<string | DifferentReceipt | null>;
  /** Returns a token of the run's account. Called if the user gave none, and when the deployment refuses the current token. */
  token?(deployment: { baseUrl: string }): Promise<string>;
  /** Moves the deployment's clock forward. Leave this function out if the clock cannot be moved. */
  advanceTime?(seconds: number, deployment: { baseUrl: string; token: string }): Promise<void>;
  /** Returns another token of the run's account, or null if the adapter cannot make such a token. */
  mintToken?(wish: TokenWish, deployment: { baseUrl: string; token: string }): Promise<string | null>;
  /** Revokes a token that `mintToken` returned. */
  revokeToken?(token: string, deployment: { baseUrl: string; token: string }): Promise<void>;
  /** Reduces the scopes of a token from `mintToken` to the given scopes. */
  narrowToken?(token: string, scopes: string[], deployment: { baseUrl: string; token: string }): Promise<void>;
  /** Returns another token of the run's account. The token expires after this many seconds on the deployment's clock. */
  mintExpiringToken?(seconds: number, deployment: { baseUrl: string; token: string }): Promise<string>;
  /** Turns the contract's rate limits on or off, for the token's account or for all accounts. */
  limitRates?(on: boolean, deployment: { baseUrl: string; token: string }): Promise<void>;
  /** Makes the receipt verifier or the store unavailable (`on`), or available again. */
  outage?(part: 'verifier' | 'store', on: boolean, deployment: { baseUrl: string; token: string }): Promise<void>;
  /** Rotates the secret that signs callbacks, and returns the new secret. */
  rotateSecret?(deployment: { baseUrl: string; token: string }): Promise<string>;
  /** Kills the deployment without notice, starts it again at the same base URL, and returns once it responds. */
  restart?(deployment: { baseUrl: string; token: string }): Promise<void>;
  /** Replaces a URL's host with a name that resolves to a private address. Returns null if the adapter knows no such name. */
  nameInside?(url: string, deployment: { baseUrl: string; token: string }): Promise<string | null>;
}

/** The properties of the token to make. It must have all scopes unless `scopes` is given. */
export interface TokenWish {
  scopes?: string[];
  revoked?: boolean;
  /** True if the token must create live invoices, although the run's own token creates test invoices. */
  live?: boolean;
  /** The security scheme of an API key to make instead of a token. If the deployment has no such keys, mintToken returns null. */
  scheme?: string;
}

/** Milliseconds that a function of the adapter may take. Commands have a shorter limit of their own. */
const longest = 60_000;

/**
 * Calls a function of the adapter.
 * @throws CaseInconclusive if the function throws or takes too long, which says nothing about the deployment
 * @throws CaseSkipped if the adapter's command reports that it cannot do what was asked
 */
export async function askAdapter<Value>(field: string, work: () => Promise<Value>): Promise<Value> {
  let timer: NodeJS.Timeout | undefined;
  try {
    const late = new Promise<never>((_resolve, reject) => {
      const why = `The adapter's ${field} did not return within ${longest / 1000} s.`;
      // Unreferenced, so that the timer does not keep a finished run alive.
      timer = setTimeout(() => reject(new CaseInconclusive(why)), longest).unref();
    });
    return await waitFor(`the adapter's ${field}`, longest, () => Promise.race([work(), late]));
  } catch (error) {
    if (error instanceof CaseInconclusive || error instanceof CaseSkipped) throw error;
    throw new CaseInconclusive(`The adapter's ${field} failed: ${error instanceof Error ? error.message : String(error)}`);
  } finally {
    clearTimeout(timer);
  }
}
