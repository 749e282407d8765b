import { contractLimits, type RateLimits } from '@payment-invoice/kit/rates';
import type { ReceiptVerifier } from '@payment-invoice/kit/receipts';
import type { Guard } from '@payment-invoice/kit/tokens';
import { freshState, type Part, type SandboxState, type SharedStore } from '../store/store.ts';
import { StoreUnavailableError } from '../store/store-unavailable-error.ts';

/** Switches that put a sandbox into situations that a client must handle. A restart turns them off. */
export interface SandboxSwitches {
  /** Admits requests, unless the switches prevent it. */
  guard: Guard;
  /** Verifies receipts unless the verifier is switched off. */
  verifier: ReceiptVerifier;
  /**
   * Turns the contract's rate limits off for an account, or on with all counts at zero. While they are on for any
   * account, the limit for each address applies too.
   */
  limitRates(accountId: string, on: boolean): Promise<void>;
  /** Makes a part unavailable or available again for every account of this sandbox. */
  takeAway(part: Part, away: boolean): Promise<void>;
  /** Returns the parts that are unavailable, and whether the account has the contract's limits. */
  read(accountId: string): { away: readonly Part[]; limited: boolean };
}

/**
 * Makes the switches of a sandbox, around its guard and its verifier.
 * @param makeGuard makes a guard that counts each epoch separately
 */
export function createSandboxSwitches(
  state: KnownState,
  plain: Guard,
  verifier: ReceiptVerifier,
  makeGuard: (limits: RateLimits, epoch: number) => Guard,
): SandboxSwitches {
  let strict = { epoch: -1, guard: plain };
  /**
   * Returns the guard that enforces the limits. Its counts start again whenever the limits are turned on or off, or the
   * clock is moved.
   */
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
        // Fails here, as an unavailable store would: each request first asks the store for its token's owner.
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

/** The maximum time in milliseconds by which a sandbox's clock can be ahead: about ten years. */
const furthest = 10 * 365 * 24 * 60 * 60_000;

/** A clock that can be moved forward, so that nobody has to wait for an expiry. A restart sets it back. */
export interface SandboxClock {
  /** Returns the Unix time in milliseconds. */
  now: () => number;
  /** Returns the time in milliseconds by which the clock is ahead. */
  ahead: () => number;
  /** Moves the clock forward. Returns false when it would be too far ahead; it is then not moved. */
  advance(ms: number): Promise<boolean>;
  /** Calls the listener whenever a server has moved the clock. */
  onMoved(listener: () => void): void;
}

/** Makes a clock that is ahead of the clock `base`, by the time in the sandbox's state. */
export function createSandboxClock(base: () => number, state: KnownState): SandboxClock {
  return {
    now: () => base() + state.current().ahead,
    ahead: () => state.current().ahead,
    advance: async (ms) => {
      let isTooFar = false;
      await state.change((found) => {
        isTooFar = found.ahead + ms > furthest;
        return isTooFar ? found : { ...found, ahead: found.ahead + ms, epoch: found.epoch + 1 };
      });
      return !isTooFar;
    },
    onMoved: (listener) =>
      state.onChanged(({ ahead }, before) => {
        if (ahead !== before.ahead) listener();
      }),
  };
}

/**
 * How often to read the state again, in milliseconds, because other servers may change it. Otherwise background work, which no
 * request triggers, would use an outdated state.
 */
const every = 250;

/** The state of a sandbox, as far as this server knows it. */
export interface KnownState {
  current(): SandboxState;
  /**
   * Reads the state again: another server may have changed it.
   * @throws StoreUnavailableError
   */
  refresh(): Promise<void>;
  /** Changes the state for all servers of the sandbox. `change` must be pure, because it may be called again. */
  change(change: (state: SandboxState) => SandboxState): Promise<SandboxState>;
  /** Calls the listener whenever this server or another one has changed the state. */
  onChanged(listener: (state: SandboxState, before: SandboxState) => void): void;
  stop(): void;
}

/** Follows the state of a sandbox. When several servers share it, the first one to start resets it. */
export async function followState(
  store: Pick<SharedStore, 'isShared' | 'readSandboxState' | 'changeSandboxState'>,
  isFirst: boolean,
): Promise<KnownState> {
  const listeners: ((state: SandboxState, before: SandboxState) => void)[] = [];
  // Keeps the epoch and the version increasing, so that counts from before the restart do not apply.
  const restart = ({ epoch, version }: SandboxState): SandboxState => ({ ...freshState, epoch: epoch + 1, version: version + 1 });
  let known = isFirst ? await store.changeSandboxState(restart) : await store.readSandboxState();
  const learn = (state: SandboxState) => {
    const before = known;
    // Ignores an older state: reads may end in another order than they began.
    if (state.version <= before.version) return before;
    known = state;
    for (const listener of listeners) listener(state, before);
    return state;
  };
  const refresh = async () => {
    learn(await store.readSandboxState());
  };
  // While the store is unavailable, the last known state applies.
  const timer = store.isShared ? setInterval(() => void refresh().catch(() => undefined), every).unref() : undefined;
  return {
    current: () => known,
    refresh,
    change: async (change) =>
      learn(await store.changeSandboxState((state) => ({ ...change(state), version: state.version + 1 }))),
    onChanged: (listener) => void listeners.push(listener),
    stop: () => clearInterval(timer),
  };
}
