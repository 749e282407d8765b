const watchers = new WeakMap<AbortSignal, Set<() => void>>();

/**
 * Calls `onAbort` when the signal aborts. Returns a function that stops watching.
 * However many calls share a signal, it has one listener, for as long as it lives: platforms take eleven for a leak, and say so.
 */
export function watchSignal(signal: AbortSignal | undefined, onAbort: () => void): () => void {
  let group = signal && watchers.get(signal);
  if (signal && !group) {
    const added = new Set<() => void>();
    group = added;
    watchers.set(signal, added);
    signal.addEventListener('abort', () => {
      for (const each of added) each();
    });
  }
  group?.add(onAbort);
  return () => group?.delete(onAbort);
}
