import { freshState, type SandboxState, type SharedStore } from '../store/shared-store.ts';

/**
 * How many milliseconds pass between two reads of the state, which other servers may change. Without these reads, work
 * that no request causes would use an outdated state.
 */
const every = 250;

/** The state of a sandbox, as far as this server knows it. */
export interface KnownState {
  current(): SandboxState;
  /**
   * Reads the state again, because another server may have changed it.
   * @throws StoreUnavailableError
   */
  refresh(): Promise<void>;
  /** Changes the state for all servers of this sandbox. `change` must be pure, because it may be called again. */
  change(change: (state: SandboxState) => SandboxState): Promise<SandboxState>;
  /** Calls the listener each time the state was changed, here or on another server. */
  onChanged(listener: (state: SandboxState, before: SandboxState) => void): void;
  stop(): void;
}

/** Follows the state of a sandbox. When several servers share it, the first one to start resets it. */
export async function followState(
  store: Pick<SharedStore, 'isShared' | 'readSandboxState' | 'changeSandboxState'>,
  isFirst: boolean,
): Promise<KnownState> {
  const listeners: ((state: SandboxState, before: SandboxState) => void)[] = [];
  // Continues the epoch and the version, so that counts from before the restart no longer apply.
  const restart = ({ epoch, version }: SandboxState): SandboxState => ({ ...freshState, epoch: epoch + 1, version: version + 1 });
  let known = isFirst ? await store.changeSandboxState(restart) : await store.readSandboxState();
  const learn = (state: SandboxState) => {
    const before = known;
    // Reads may end in a different order from the one in which they began, so an older state may arrive later.
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
