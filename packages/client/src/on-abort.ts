class Waiting extends Set<() => void> {
  readonly tell = () => {
    for (const each of this) each();
  };
}

const waiting = new WeakMap<AbortSignal, Waiting>();

/**
 * Calls `tell` when the signal aborts; for one that has, nothing comes. Gives what ends that.
 * A signal gets one listener, however many calls share it: from the eleventh on Node.js 20 warns of a leak.
 */
export function onAbort(signal: AbortSignal | undefined, tell: () => void): () => void {
  if (!signal) return () => undefined;
  const all = waiting.get(signal) ?? new Waiting();
  waiting.set(signal, all.add(tell));
  // The same function again is no second listener.
  signal.addEventListener('abort', all.tell);
  return () => {
    all.delete(tell);
    if (all.size === 0) signal.removeEventListener('abort', all.tell);
  };
}
