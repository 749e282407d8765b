const watchers = new WeakMap<AbortSignal, Set<() => void>>();

/**
 * Calls `onEnd` after `ms`, and when the signal aborts. Returns a function that stops both.
 * However many calls share a signal, it has one listener, for as long as it lives: platforms take eleven for a leak, and say so.
 */
export function startTimer(ms: number, signal: AbortSignal | undefined, onEnd: () => void): () => void {
  const timer = setTimeout(onEnd, ms);
  let group = signal && watchers.get(signal);
  if (signal && !group) {
    const added = new Set<() => void>();
    group = added;
    watchers.set(signal, added);
    signal.addEventListener('abort', () => {
      for (const each of added) each();
    });
  }
  group?.add(onEnd);
  return () => {
    clearTimeout(timer);
    group?.delete(onEnd);
  };
}
