import type { Guard } from '../rates/create-guard.ts';
import { contractLimits, type RateLimits } from '../rates/rate-limits.ts';
import type { ReceiptVerifier } from '../receipts/receipt-verifier.ts';
import { StoreUnavailableError } from '../store/store-unavailable-error.ts';

/** A part that can be taken away from a sandbox. */
export type Part = 'verifier' | 'store';

/** Switches for those who test against a sandbox: they bring on what a client must cope with. A restart turns all of them off. */
export interface SandboxSwitches {
  /** Lets requests in as the switches say. */
  guard: Guard;
  /** Judges receipts unless it is away. */
  verifier: ReceiptVerifier;
  /** The contract's rate limits for an account, with nothing counted yet; and back. While they are on for anyone, so is the one of addresses. */
  limitRates(accountId: string, on: boolean): void;
  /** Takes a part away, or brings it back, for every account of this sandbox. */
  takeAway(part: Part, away: boolean): void;
  /** Reads which parts are away, and whether an account has the contract's limits. */
  read(accountId: string): { away: Part[]; limited: boolean };
  /** Ends every window of the limits; the clock was moved. */
  endWindows(): void;
}

/** Makes switches around the guard and the verifier of a sandbox. */
export function createSandboxSwitches(
  plain: Guard,
  verifier: ReceiptVerifier,
  makeGuard: (limits: RateLimits) => Guard,
): SandboxSwitches {
  const away = new Set<Part>();
  const limited = new Set<string>();
  let strict = plain;
  const guardOf = (accountId: string) => (limited.has(accountId) ? strict : plain);
  const endWindows = () => {
    strict = limited.size > 0 ? makeGuard(contractLimits) : plain;
  };
  return {
    guard: {
      authenticate: (token, request) => {
        // A request asks the store first for the owner of its token.
        if (away.has('store')) throw new StoreUnavailableError('The store was taken away by POST /sandbox/outage.');
        return strict.authenticate(token, request);
      },
      admit: (principal, operationId, request) => guardOf(principal.accountId).admit(principal, operationId, request),
      admitForInvoice: (operationId, accountId, invoiceId) =>
        guardOf(accountId).admitForInvoice(operationId, accountId, invoiceId),
    },
    verifier: {
      verify: async (webReceipt, options) => (away.has('verifier') ? 'unavailable' : verifier.verify(webReceipt, options)),
    },
    limitRates: (accountId, on) => {
      if (on) limited.add(accountId);
      else limited.delete(accountId);
      endWindows();
    },
    takeAway: (part, isAway) => {
      if (isAway) away.add(part);
      else away.delete(part);
    },
    read: (accountId) => ({ away: [...away], limited: limited.has(accountId) }),
    endWindows,
  };
}
