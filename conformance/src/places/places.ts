import { AsyncLocalStorage } from 'node:async_hooks';
import { waitFor } from './waits.ts';

/** A running task. It gives up its place while it only waits. */
interface Holder {
  isAnyBusy(): boolean;
  leave(): void;
  comeBack(): Promise<void>;
}

const holders = new AsyncLocalStorage<Holder>();

/** Limits the number of tasks that run concurrently. A task that only waits holds no place, so any number can wait together. */
export class Places {
  count: number;
  /** Number of free places. It is negative if `resize` has reduced the number of places below those that are held. */
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
    // Number of parts of this task that are waiting now. There may be several.
    let waits = 0;
    let isOver = false;
    const holder: Holder = {
      isAnyBusy: () => this.#free < this.count,
      leave: () => {
        if (waits++ === 0 && !isOver) this.#give();
      },
      comeBack: async () => {
        if (--waits === 0 && !isOver) await this.#take(this.#comingBack);
      },
    };
    try {
      return await holders.run(holder, work);
    } finally {
      isOver = true;
      if (waits === 0) this.#give();
    }
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
export async function aside<Value>(wait: () => Promise<Value>): Promise<Value> {
  const holder = holders.getStore();
  if (!holder) return wait();
  holder.leave();
  try {
    return await wait();
  } finally {
    await holder.comeBack();
  }
}

/** Returns whether other tasks are running while this one waits. If they are, the wait costs no time. */
export const areOthersBusy = (): boolean => holders.getStore()?.isAnyBusy() ?? false;

/** Waits for this many milliseconds. Other tasks can run during the wait. */
export function sleep(milliseconds: number): Promise<void> {
  return aside(() => waitFor('time to pass', milliseconds, () => new Promise((resolve) => setTimeout(resolve, milliseconds))));
}
