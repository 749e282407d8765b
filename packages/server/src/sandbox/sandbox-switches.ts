import { contractLimits, type RateLimits } from '@payment-invoice/kit/rates';
import type { ReceiptVerifier } from '@payment-invoice/kit/receipts';
import type { Guard } from '@payment-invoice/kit/tokens';
import type { Part } from '../store/shared-store.ts';
import { StoreUnavailableError } from '../store/store-unavailable-error.ts';
import type { KnownState } from './follow-state.ts';

/** Switches for testing against a sandbox: they cause situations that a client must handle. A restart turns all of them off. */
export interface SandboxSwitches {
  /** Admits requests as the switches say. */
  guard: Guard;
  /** Verifies receipts unless the verifier is switched off. */
  verifier: ReceiptVerifier;
  /**
   * Turns the contract's rate limits off for an account, or turns them on with all counts at zero. While they are on
   * for any account, the limit per address is on too.
   */
  limitRates(accountId: string, on: boolean): Promise<void>;
  /** Makes a part unavailable or available again for every account of this sandbox. */
  takeAway(part: Part, away: boolean): Promise<void>;
  /** Returns which parts are unavailable, and whether the account has the contract's limits. */
  read(accountId: string): { away: readonly Part[]; limited: boolean };
}

/**
 * Makes switches around the guard and the verifier of a sandbox.
 * @param makeGuard makes a guard whose counts are separate from those of other epochs
 */
export function createSandboxSwitches(
  state: KnownState,
  plain: Guard,
  verifier: ReceiptVerifier,
  makeGuard: (limits: RateLimits, epoch: number) => Guard,
): SandboxSwitches {
  let strict = { epoch: -1, guard: plain };
  /** Returns the guard with the limits on. Turning limits on or off, and moving the clock, ends every window. */
  const strictGuard = (): Guard => {
    const { limited, epoch } = state.current();
    if (limited.length === 0) return plain;
    if (strict.epoch !== epoch) strict = { epoch, guard: makeGuard(contractLimits, epoch) };
    return strict.guard;
  };
  const guardOf = (accountId: string) => (state.current().limited.includes(accountId) ? strictGuard() : plain);
  return {
    guard: {
      authenticate: async (token, request) => {
        await state.refresh();
        // Every request first asks the store for the owner of its token, so the guard fails in the same way as an
        // unavailable store.
        if (isAway('store')) throw new StoreUnavailableError('The store was taken away by POST /sandbox/outage.');
        return strictGuard().authenticate(token, request);
      },
      admit: (principal, operationId, request) => guardOf(principal.accountId).admit(principal, operationId, request),
      admitForInvoice: (operationId, accountId, invoiceId) =>
        guardOf(accountId).admitForInvoice(operationId, accountId, invoiceId),
    },
    verifier: {
      verify: async (webReceipt, options) => (isAway('verifier') ? 'unavailable' : verifier.verify(webReceipt, options)),
    },
    limitRates: async (accountId, on) => {
      await state.change((found) => ({ ...found, limited: turn(found.limited, accountId, on), epoch: found.epoch + 1 }));
    },
    takeAway: async (part, away) => {
      await state.change((found) => ({ ...found, away: turn(found.away, part, away) }));
    },
    read: (accountId) => ({ away: state.current().away, limited: state.current().limited.includes(accountId) }),
  };

  function isAway(part: Part): boolean {
    return state.current().away.includes(part);
  }
}

function turn<Name extends string>(names: readonly Name[], name: Name, on: boolean): Name[] {
  const others = names.filter((other) => other !== name);
  return on ? [...others, name] : others;
}
