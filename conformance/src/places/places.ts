import { AsyncLocalStorage } from 'node:async_hooks';
import { waitFor } from './waits.ts';

/** Calls a function in which a part of a task waits. */
export type Wait = <Value>(wait: () => Promise<Value>) => Promise<Value>;

/**
 * Runs a task. Several of its parts may wait at the same time.
 * @param leave called when the first part begins to wait, or the task ends
 * @param comeBack called when no part waits any more
 */
export async function runParts<Value>(
  leave: () => void,
  comeBack: () => Promise<void> | undefined,
  task: (wait: Wait) => Promise<Value>,
): Promise<Value> {
  let waits = 0;
  let isOver = false;
  try {
    return await task(async (wait) => {
      if (waits++ === 0 && !isOver) leave();
      try {
        return await wait();
      } finally {
        if (--waits === 0 && !isOver) await comeBack();
      }
    });
  } finally {
    isOver = true;
    if (waits === 0) leave();
  }
}

const holders = new AsyncLocalStorage<{ places: Places; wait: Wait }>();

/** Limits the number of tasks that run concurrently. A waiting task holds no place, so any number of tasks can wait together. */
export class Places {
  count: number;
  /** Number of free places. It is negative if `resize` has reduced the number of places below the number of places in use. */
  #free: number;
  /** Tasks that have finished waiting. They get a place before tasks that have not started. */
  readonly #comingBack: (() => void)[] = [];
  readonly #notBegun: (() => void)[] = [];

  constructor(count: number) {
    this.count = count;
    this.#free = count;
  }

  /** Changes the number of places. A task that holds a place keeps it. */
  resize(count: number): void {
    this.#free += count - this.count;
    this.count = count;
    while (this.#free > 0 && this.#begin()) this.#free--;
  }

  /** Runs a task as soon as a place is free. */
  async hold<Value>(work: () => Promise<Value>): Promise<Value> {
    await this.#take(this.#notBegun);
    const comeBack = (): Promise<void> | undefined => this.#take(this.#comingBack);
    return runParts(this.#give.bind(this), comeBack, (wait) => holders.run({ places: this, wait }, work));
  }

  isAnyBusy(): boolean {
    return this.#free < this.count;
  }

  #take(queue: (() => void)[]): Promise<void> | undefined {
    if (this.#free > 0) return void this.#free--;
    return new Promise((resolve) => queue.push(resolve));
  }

  #give(): void {
    if (this.#free < 0 || !this.#begin()) this.#free++;
  }

  #begin(): boolean {
    const next = this.#comingBack.shift() ?? this.#notBegun.shift();
    next?.();
    return next !== undefined;
  }
}

/** Waits for something outside this task. Other tasks can run during the wait. */
export const aside: Wait = (wait) => holders.getStore()?.wait(wait) ?? wait();

/** Returns whether other tasks are running while this one waits. If they are, the wait costs no time. */
export const areOthersBusy = (): boolean => holders.getStore()?.places.isAnyBusy() ?? false;

/** Waits for this many milliseconds. Other tasks can run during the wait. */
export function sleep(milliseconds: number): Promise<void> {
  return aside(() => waitFor('time to pass', milliseconds, () => new Promise((resolve) => setTimeout(resolve, milliseconds))));
}
