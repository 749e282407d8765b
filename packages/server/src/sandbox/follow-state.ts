import { freshState, type SandboxState, type SharedStore } from '../store/shared-store.ts';

/** Milliseconds between two looks at a state that other servers may change: what no request brings about goes by it too. */
const every = 250;

/** The state of a sandbox, as this server knows it. */
export interface KnownState {
  current(): SandboxState;
  /** Reads it anew, as another server may have changed it. @throws StoreUnavailableError */
  refresh(): Promise<void>;
  /** Changes it for all servers of this sandbox. `change` must be pure. */
  change(change: (state: SandboxState) => SandboxState): Promise<SandboxState>;
  /** Calls each time that it was changed, here or elsewhere. */
  onChanged(listener: (state: SandboxState, before: SandboxState) => void): void;
  stop(): void;
}

/** Follows the state of a sandbox, which begins anew with the first of its servers. */
export async function followState(
  store: Pick<SharedStore, 'isShared' | 'readSandboxState' | 'changeSandboxState'>,
  isFirst: boolean,
): Promise<KnownState> {
  const listeners: ((state: SandboxState, before: SandboxState) => void)[] = [];
  // Not to the state's beginning: what was counted for an earlier one counts no more.
  const restart = ({ epoch, version }: SandboxState): SandboxState => ({ ...freshState, epoch: epoch + 1, version: version + 1 });
  let known = isFirst ? await store.changeSandboxState(restart) : await store.readSandboxState();
  const learn = (state: SandboxState) => {
    const before = known;
    // Reads may end in another order than they began.
    if (state.version <= before.version) return before;
    known = state;
    for (const listener of listeners) listener(state, before);
    return state;
  };
  const refresh = async () => {
    learn(await store.readSandboxState());
  };
  // While the store is away the state stays as it was known.
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
