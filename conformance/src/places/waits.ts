import { AsyncLocalStorage } from 'node:async_hooks';

interface Wait {
  what: string;
  /** The time by which the wait should end, in milliseconds of this run's clock. Infinity if unknown. */
  until: number;
}

const runs = new AsyncLocalStorage<Waits>();

/** The waits of a run: those in progress, and the total duration for each kind of wait, such as for callbacks. */
export class Waits {
  readonly #now: () => number;
  readonly #active = new Set<Wait>();
  readonly #times = new Map<string, { count: number; since: number; total: number }>();

  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  /** Runs a function, and records its waits in this object. */
  within<Value>(work: () => Promise<Value>): Promise<Value> {
    return runs.run(this, work);
  }

  async during<Value>(what: string, atMost: number, work: () => Promise<Value>): Promise<Value> {
    const wait = { what, until: this.#now() + atMost };
    const time = this.#times.get(what) ?? { count: 0, since: 0, total: 0 };
    this.#times.set(what, time);
    this.#active.add(wait);
    if (time.count++ === 0) time.since = this.#now();
    try {
      return await work();
    } finally {
      this.#active.delete(wait);
      if (--time.count === 0) time.total += this.#now() - time.since;
    }
  }

  /** Returns the wait that should end last, and the milliseconds until it ends. Returns undefined if nothing waits. */
  longest(): { what: string; left: number } | undefined {
    const [last] = [...this.#active].sort((one, other) => other.until - one.until);
    return last && { what: last.what, left: Math.max(0, last.until - this.#now()) };
  }

  /** Returns the total milliseconds for each kind of wait, longest first. Simultaneous waits of the same kind count once. */
  totals(): { for: string; milliseconds: number }[] {
    return [...this.#times]
      .map(([what, { count, since, total }]) => ({
        for: what,
        milliseconds: Math.round(total + (count > 0 ? this.#now() - since : 0)),
      }))
      .sort((one, other) => other.milliseconds - one.milliseconds);
  }
}

/** Waits for something, and records the wait for the report. @param atMost maximum expected milliseconds; not a time-out */
export function waitFor<Value>(what: string, atMost: number, work: () => Promise<Value>): Promise<Value> {
  return runs.getStore()?.during(what, atMost, work) ?? work();
}
