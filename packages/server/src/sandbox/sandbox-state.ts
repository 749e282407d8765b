import { contractLimits, type RateLimits } from '@payment-invoice/kit/rates';
import type { ReceiptVerifier } from '@payment-invoice/kit/receipts';
import type { Guard } from '@payment-invoice/kit/tokens';
import { freshState, type Part, type SandboxState, type SharedStore } from '../store/store.ts';
import { StoreUnavailableError } from '../store/store-unavailable-error.ts';

/** Switches that simulate situations that clients must handle. A restart turns them all off. */
export interface SandboxSwitches {
  /** Admits requests, unless a switch prevents it. */
  guard: Guard;
  /** Verifies receipts, unless the verifier is switched off. */
  verifier: ReceiptVerifier;
  /** Turns an account's rate limits on or off, and resets all counts. Limits by address apply while any account has limits. */
  limitRates(accountId: string, on: boolean): Promise<void>;
  /** Switches a part off, or on again, for all accounts of the sandbox. */
  takeAway(part: Part, away: boolean): Promise<void>;
  /** Returns the parts that are switched off, and whether the contract's limits are on for the account. */
  read(accountId: string): { away: readonly Part[]; isLimited: boolean };
}

/** Makes the switches of a sandbox. Wraps its guard and its verifier. Each guard from `makeGuard` starts with counts at zero. */
export function createSandboxSwitches(
  state: KnownState,
  plain: Guard,
  verifier: ReceiptVerifier,
  makeGuard: (limits: RateLimits, epoch: number) => Guard,
): SandboxSwitches {
  let strict = { epoch: -1, guard: plain };
  /** Returns the guard with the limits. Its counts restart at zero after limits were turned on or off, or the clock was moved. */
  const strictGuard = (): Guard => {
    const { limited, epoch } = state.current();
    if (limited.length === 0) return plain;
    if (strict.epoch !== epoch) strict = { epoch, guard: makeGuard(contractLimits, epoch) };
    return strict.guard;
  };
  const isLimited = (accountId: string) => state.current().limited.includes(accountId);
  const guardOf = (accountId: string) => (isLimited(accountId) ? strictGuard() : plain);
  const isAway = (part: Part) => state.current().away.includes(part);
  return {
    guard: {
      authenticate: async (token, request) => {
        await state.refresh();
        // An outage of the store is simulated here, because each request begins by looking up its token in the store.
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
    read: (accountId) => ({ away: state.current().away, isLimited: isLimited(accountId) }),
  };
}

function turn<Name extends string>(names: readonly Name[], name: Name, on: boolean): Name[] {
  const others = names.filter((other) => other !== name);
  return on ? [...others, name] : others;
}

/** The maximum time by which a sandbox's clock can be ahead, in milliseconds: about ten years. */
const furthest = 10 * 365 * 24 * 60 * 60_000;

/** A clock that can be moved forward, so that nobody has to wait for an invoice to expire. A restart sets it to the real time. */
export interface SandboxClock {
  /** Returns the current time by this clock, in milliseconds since 1970. */
  now: () => number;
  /** Returns how far the clock is ahead, in milliseconds. */
  ahead: () => number;
  /** Moves the clock forward. If it would be too far ahead, does not move it and returns false. */
  advance(ms: number): Promise<boolean>;
  /** Registers a listener, which is called whenever any server has moved the clock. */
  onMoved(listener: () => void): void;
}

/** Makes a clock that is ahead of the clock `base` by the time that is stored in the sandbox's state. */
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

/** How often to read the state again, in milliseconds: other servers may change it, and not all work begins with a request. */
const every = 250;

/** The latest state of a sandbox that this server has read. */
export interface KnownState {
  current(): SandboxState;
  /** Reads the state again, because another server may have changed it. Throws a StoreUnavailableError if it cannot be read. */
  refresh(): Promise<void>;
  /** Changes the state for all servers of the sandbox. `change` must be pure, because it may be called several times. */
  change(change: (state: SandboxState) => SandboxState): Promise<SandboxState>;
  /** Registers a listener, which is called whenever this server or another one has changed the state. */
  onChanged(listener: (state: SandboxState, before: SandboxState) => void): void;
  stop(): void;
}

/** Keeps a copy of a sandbox's state up to date. If several servers share the state, the first server that starts resets it. */
export async function followState(
  store: Pick<SharedStore, 'isShared' | 'readSandboxState' | 'changeSandboxState'>,
  isFirst: boolean,
): Promise<KnownState> {
  const listeners: ((state: SandboxState, before: SandboxState) => void)[] = [];
  // Increments the epoch and the version instead of resetting them, so that counts from before the restart do not apply.
  const restart = ({ epoch, version }: SandboxState): SandboxState => ({ ...freshState, epoch: epoch + 1, version: version + 1 });
  let known = isFirst ? await store.changeSandboxState(restart) : await store.readSandboxState();
  const learn = (state: SandboxState) => {
    const before = known;
    // Ignores an older state, because an earlier read may end after a later one.
    if (state.version <= before.version) return before;
    known = state;
    for (const listener of listeners) listener(state, before);
    return state;
  };
  const refresh = async () => void learn(await store.readSandboxState());
  // While the store is unavailable, this server uses the last state that it has read.
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
