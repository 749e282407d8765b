import { CaseInconclusive } from '../outcome/case-inconclusive.ts';
import { CaseSkipped } from '../outcome/case-skipped.ts';
import { waitFor } from '../places/waits.ts';

/** A payment that the suite asks the adapter to make. */
export interface PaymentRequest {
  /** The invoice as create returned it. */
  invoice: Record<string, unknown>;
  /** In major units. */
  amount: number;
  outcome: 'completed' | 'failed' | 'pending';
  /** The one fact that the receipt must state differently than usual. Return null if that is not possible. */
  differs?: Difference;
}

/** One difference in a receipt, keyed by the field that states it. */
export type Difference =
  | { currency: string }
  | { cashTag: string }
  /** RFC 3339, in UTC. */
  | { paidAt: string }
  | { amount: 0 }
  /** An earlier receipt: the new one states the same payment with the same id but is signed again, so that its bytes differ. */
  | { signedAgain: string };

/**
 * A receipt that differs as requested. A `pay` that ignores `differs` returns a string, so that the suite cannot mistake an
 * ordinary receipt for one that differs.
 */
export interface DifferentReceipt {
  receipt: string;
  /** The name of the field in `differs` that was applied. */
  differs: string;
}

/** Abilities that the suite lacks from outside, provided by the team that runs the deployment. Each is optional. */
export interface Adapter {
  /** Makes a payment happen and returns its web receipt, or null if this deployment cannot produce it. */
  pay?(request: PaymentRequest, deployment: { baseUrl: string; token: string }): Promise<string | DifferentReceipt | null>;
  /** Returns a token of the run's account. Called at the start if none is given, and when the deployment no longer accepts it. */
  token?(deployment: { baseUrl: string }): Promise<string>;
  /** Moves the deployment's clock forward, if it has a movable clock. */
  advanceTime?(seconds: number, deployment: { baseUrl: string; token: string }): Promise<void>;
  /** Returns another token of the run's account, or null if it cannot make one. */
  mintToken?(wish: TokenWish, deployment: { baseUrl: string; token: string }): Promise<string | null>;
  /** Revokes a token that `mintToken` returned. */
  revokeToken?(token: string, deployment: { baseUrl: string; token: string }): Promise<void>;
  /** Reduces the scopes of a token that `mintToken` returned to these. */
  narrowToken?(token: string, scopes: string[], deployment: { baseUrl: string; token: string }): Promise<void>;
  /** Returns another token of the run's account that expires after this many seconds on the deployment's clock. */
  mintExpiringToken?(seconds: number, deployment: { baseUrl: string; token: string }): Promise<string>;
  /** Turns the contract's rate limits on or off, for the token's account or for all accounts. */
  limitRates?(on: boolean, deployment: { baseUrl: string; token: string }): Promise<void>;
  /** Makes the receipt verifier or the store unavailable (`on`), or available again. */
  outage?(part: 'verifier' | 'store', on: boolean, deployment: { baseUrl: string; token: string }): Promise<void>;
  /** Rotates the secret that signs callbacks and returns the new one. */
  rotateSecret?(deployment: { baseUrl: string; token: string }): Promise<string>;
  /** Kills the deployment without notice, starts it again at the same base URL, and returns once it responds. */
  restart?(deployment: { baseUrl: string; token: string }): Promise<void>;
  /** Replaces the URL's host by a name that resolves to a private address. Returns null if the adapter knows no such name. */
  nameInside?(url: string, deployment: { baseUrl: string; token: string }): Promise<string | null>;
}

/** The kind of token to make. It has all scopes unless `scopes` says otherwise. */
export interface TokenWish {
  scopes?: string[];
  revoked?: boolean;
  /** The token must create live invoices, although the run's own token creates test invoices. */
  live?: boolean;
  /** The security scheme of an API key to make instead of a token. Return null if the deployment has no such keys. */
  scheme?: string;
}

/** How many milliseconds a function of the adapter may take. A command has a shorter limit of its own. */
const longest = 60_000;

/**
 * Calls a function of the adapter. An error or a delay in the adapter proves nothing about the deployment.
 * @throws CaseInconclusive if the function fails or is late; CaseSkipped if the adapter's command reports that it cannot do
 * it
 */
export async function askAdapter<Value>(field: string, work: () => Promise<Value>): Promise<Value> {
  let timer: NodeJS.Timeout | undefined;
  try {
    const late = new Promise<never>((_resolve, reject) => {
      const why = `The adapter's ${field} did not end within ${longest / 1000} s.`;
      // The timer is unreferenced, so that the run can end sooner if nothing else is left to do.
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
