import { contractLimits, type RateLimits } from '@payment-invoice/kit/rates';
import type { ReceiptVerifier } from '@payment-invoice/kit/receipts';
import type { Guard } from '@payment-invoice/kit/tokens';
import type { Part } from '../store/shared-store.ts';
import { StoreUnavailableError } from '../store/store-unavailable-error.ts';
import type { KnownState } from './follow-state.ts';

/** Switches for those who test against a sandbox: they bring on what a client must cope with. A restart turns all of them off. */
export interface SandboxSwitches {
  /** Lets requests in as the switches say. */
  guard: Guard;
  /** Judges receipts unless it is away. */
  verifier: ReceiptVerifier;
  /** The contract's rate limits for an account, with nothing counted yet; and back. While they are on for anyone, so is the one of addresses. */
  limitRates(accountId: string, on: boolean): Promise<void>;
  /** Takes a part away, or brings it back, for every account of this sandbox. */
  takeAway(part: Part, away: boolean): Promise<void>;
  /** Reads which parts are away, and whether an account has the contract's limits. */
  read(accountId: string): { away: readonly Part[]; limited: boolean };
}

/**
 * Makes switches around the guard and the verifier of a sandbox.
 * @param makeGuard makes a guard that counts apart from those of other epochs
 */
export function createSandboxSwitches(
  state: KnownState,
  plain: Guard,
  verifier: ReceiptVerifier,
  makeGuard: (limits: RateLimits, epoch: number) => Guard,
): SandboxSwitches {
  let strict = { epoch: -1, guard: plain };
  /** The guard with the limits on. Turning them on or off, and each move of the clock, ends every window. */
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
        // A request asks the store first for the owner of its token.
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
