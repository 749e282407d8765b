/** The current count of a key. */
export interface Counted {
  count: number;
  /** Milliseconds until the window ends. */
  left: number;
}

/** Counts how often each key occurs. Each key has a window of its own, which begins at its first count. */
export interface Counter {
  /** Adds one to the count of a key, and returns the result. */
  add(key: string): Promise<Counted>;
}

/** Makes a rate limit's counter, with windows of `length` ms. In a shared database, counters with the same name share counts. */
export type MakeCounter = (name: string, length: number) => Counter;

/** The maximum number of keys in a counter in memory. They take about ten megabytes. */
const mostKeys = 100_000;

/** Makes counters in the memory of this process, so a restart resets them. `now` is their clock, in milliseconds. */
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

/** Makes a counter in the memory of this process. Its windows follow the monotonic clock, which nobody can set. */
export const countInMemory: MakeCounter = countBy(() => performance.now());

interface Window {
  count: number;
  /** The end of the window in milliseconds, by the counter's clock. */
  endsAt: number;
}

/** The counts of keys, each in a window of its own that begins when the key is first counted. */
interface Windows {
  add(key: string): Window;
  /** Reads a count without changing it; undefined when the key has no current window. */
  read(key: string): Window | undefined;
  size(): number;
}

/** Makes windows of `length` milliseconds. Above `most` keys, the oldest are dropped, because anyone can make up keys. */
export function countWindows(length: number, most: number, now: () => number = () => performance.now()): Windows {
  /** The windows in the order in which they began. They also end in this order. */
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
