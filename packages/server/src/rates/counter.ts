import { countWindows } from './count-windows.ts';

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
  /** Reads without counting; undefined when nothing is counted at the moment. */
  read(key: string): Promise<Counted | undefined>;
}

/** Makes the counter of one limit, with windows of so many milliseconds. Counters of the same name count together where servers share a database. */
export type MakeCounter = (name: string, length: number) => Counter;

/** The most keys that a counter in memory remembers: some ten megabytes. */
const mostKeys = 100_000;

/** Makes a counter in the memory of this process: a restart forgets it. */
export const countInMemory: MakeCounter = (_name, length) => {
  const windows = countWindows(length, mostKeys);
  const countedOf = ({ count, endsAt }: { count: number; endsAt: number }) => ({ count, left: endsAt - performance.now() });
  return {
    add: async (key) => countedOf(windows.add(key)),
    read: async (key) => {
      const window = windows.read(key);
      return window && countedOf(window);
    },
  };
};
