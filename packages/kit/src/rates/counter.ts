/** A count of one key in its window. */
export interface Counted {
  count: number;
  /** Milliseconds until the window ends. */
  left: number;
}

/** Counts keys, each in a window of its own that begins with the key's first count. */
export interface Counter {
  /** Counts one. */
  add(key: string): Promise<Counted>;
}

/** Makes the counter of one limit, with windows of so many milliseconds. Counters of the same name count together where servers share a database. */
export type MakeCounter = (name: string, length: number) => Counter;

/** The most keys that a counter in memory remembers: some ten megabytes. */
const mostKeys = 100_000;

/** Makes counters in the memory of this process, which go by the clock `now` in milliseconds: a restart forgets them. */
export function countBy(now: () => number): MakeCounter {
  return (_name, length) => {
    const windows = countWindows(length, mostKeys, now);
    return {
      add: async (key) => {
        const { count, endsAt } = windows.add(key);
        return { count, left: endsAt - now() };
      },
    };
  };
}

/** Makes a counter in the memory of this process, by a clock that nobody can set. */
export const countInMemory: MakeCounter = countBy(() => performance.now());

/** A count of one key in its window. */
interface Window {
  count: number;
  /** Milliseconds, by the clock that was passed in. */
  endsAt: number;
}

/** Counts of keys, each in a window of its own that begins with the key's first count. */
interface Windows {
  /** Counts one. */
  add(key: string): Window;
  /** Reads without counting; undefined when nothing is counted at the moment. */
  read(key: string): Window | undefined;
  /** The number of keys in memory. */
  size(): number;
}

/**
 * Makes windows of `length` milliseconds. At most `most` keys are kept: anyone can send from many addresses, and the memory that this
 * takes must have an end. Beyond it, the windows that began first are forgotten.
 */
export function countWindows(length: number, most: number, now: () => number = () => performance.now()): Windows {
  /** In the order in which the windows began, which is that in which they end. */
  const windows = new Map<string, Window>();
  const read = (key: string) => {
    const found = windows.get(key);
    return found && found.endsAt > now() ? found : undefined;
  };
  const begin = (key: string): Window => {
    windows.delete(key);
    for (const [old, { endsAt }] of windows) {
      if (endsAt > now() && windows.size < most) break;
      windows.delete(old);
    }
    const window = { count: 0, endsAt: now() + length };
    windows.set(key, window);
    return window;
  };
  return {
    add: (key) => {
      const window = read(key) ?? begin(key);
      window.count += 1;
      return window;
    },
    read,
    size: () => windows.size,
  };
}
