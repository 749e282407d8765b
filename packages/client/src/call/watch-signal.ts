interface Watch {
  tell: () => void;
  watchers: Set<() => void>;
}

const watches = new WeakMap<AbortSignal, Watch>();

/**
 * Calls `onAbort` when the signal aborts. Returns a function that stops watching.
 * However many calls share a signal, it has one listener: platforms take eleven for a leak, and say so.
 */
export function watchSignal(signal: AbortSignal | undefined, onAbort: () => void): () => void {
  if (!signal) return () => undefined;
  let watch = watches.get(signal);
  if (!watch) {
    const watchers = new Set<() => void>();
    const tell = () => {
      for (const each of watchers) each();
    };
    watch = { watchers, tell };
    watches.set(signal, watch);
    signal.addEventListener('abort', watch.tell);
  }
  const { watchers, tell } = watch;
  watchers.add(onAbort);
  return () => {
    watchers.delete(onAbort);
    if (watchers.size > 0 || !watches.has(signal)) return;
    watches.delete(signal);
    signal.removeEventListener('abort', tell);
  };
}
