import { AsyncLocalStorage } from 'node:async_hooks';
import { waitFor } from './waits.ts';

/** Work that holds a place, and gives it up while it only waits. */
interface Holder {
  /** Returns whether any work holds a place now. */
  isAnyBusy(): boolean;
  leave(): void;
  comeBack(): Promise<void>;
}

const holders = new AsyncLocalStorage<Holder>();

/** Limits how much work runs at the same time. Work that only waits holds no place, so any amount of it may wait at once. */
export class Places {
  /** The number of places. */
  count: number;
  /** The number of free places; negative if `resize` allows fewer places than are held. */
  #free: number;
  /** Pieces of work that have waited. They get a place before work that has not begun. */
  readonly #comingBack: (() => void)[] = [];
  readonly #notBegun: (() => void)[] = [];

  constructor(count: number) {
    this.count = count;
    this.#free = count;
  }

  /** Changes the number of places. Work that holds a place keeps it. */
  resize(count: number): void {
    this.#free += count - this.count;
    this.count = count;
    while (this.#free > 0 && this.#begin()) this.#free--;
  }

  /** Does the work as soon as a place is free. */
  async hold<Value>(work: () => Promise<Value>): Promise<Value> {
    await this.#take(this.#notBegun);
    // Several parts of the same work may wait at the same time.
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

/** Waits for something outside this work, and lets other work run meanwhile. */
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

/** Returns whether other work runs while this one waits, so that the wait costs no time. */
export function areOthersBusy(): boolean {
  return holders.getStore()?.isAnyBusy() ?? false;
}

/** Waits for some milliseconds, and lets other work run meanwhile. */
export function sleep(milliseconds: number): Promise<void> {
  return aside(() => waitFor('time to pass', milliseconds, () => new Promise((resolve) => setTimeout(resolve, milliseconds))));
}
