const watchers = new WeakMap<AbortSignal, Set<() => void>>();

/**
 * Calls `onEnd` after `ms` milliseconds, and when the signal aborts. Returns a function that stops both.
 * Adds one listener per signal, however many calls share it, because Node.js warns of a leak at the eleventh listener.
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
