import type { EventStore } from './handle-once.ts';

/**
 * Makes a store in the memory of one process, for tests and for processes that may forget events when they restart. It keeps the
 * last `size` handled events.
 */
export function createMemoryEventStore({ size = 10_000 } = {}): EventStore {
  const isDone = new Map<string, boolean>();
  /** Forgets only handled events: one that is still being handled would be handled twice. */
  const forgetOldest = () => {
    for (const [id, known] of isDone) {
      if (!known) continue;
      isDone.delete(id);
      return;
    }
  };
  return {
    claim: async (id) => {
      const known = isDone.get(id);
      if (known !== undefined) return known ? 'done' : 'busy';
      isDone.set(id, false);
      if (isDone.size > size) forgetOldest();
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
