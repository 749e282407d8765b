import type { EventStore } from './handle-once.ts';

/** Makes a store in the memory of one process, for tests and for one process that may forget when it restarts. It keeps the last `size` events. */
export function createMemoryEventStore({ size = 10_000 } = {}): EventStore {
  const isDone = new Map<string, boolean>();
  return {
    claim: async (id) => {
      const known = isDone.get(id);
      if (known !== undefined) return known ? 'done' : 'busy';
      isDone.set(id, false);
      const [oldest] = isDone.keys();
      if (isDone.size > size && oldest !== undefined) isDone.delete(oldest);
      return 'mine';
    },
    finish: async (id) => {
      isDone.set(id, true);
    },
    release: async (id) => {
      isDone.delete(id);
    },
  };
}
