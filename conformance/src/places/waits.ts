import { AsyncLocalStorage } from 'node:async_hooks';

/** A wait that has not ended. */
interface Wait {
  what: string;
  /** The latest expected end, in milliseconds of this run's clock; infinite if unknown. */
  until: number;
}

const runs = new AsyncLocalStorage<Waits>();

/** The waits of a run: the current ones, and the total time spent waiting for each thing. */
export class Waits {
  readonly #now: () => number;
  readonly #active = new Set<Wait>();
  readonly #times = new Map<string, { count: number; since: number; total: number }>();

  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  /** Does the work of a run, and records its waits here. */
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

  /** Returns the wait with the latest expected end, and the milliseconds until then; undefined if there is no wait. */
  longest(): { what: string; left: number } | undefined {
    const [last] = [...this.#active].sort((one, other) => other.until - one.until);
    return last && { what: last.what, left: Math.max(0, last.until - this.#now()) };
  }

  /** Returns the milliseconds that one case or several at once spent waiting for each thing, the longest first. */
  totals(): { for: string; milliseconds: number }[] {
    return [...this.#times]
      .map(([what, { count, since, total }]) => ({
        for: what,
        milliseconds: Math.round(total + (count > 0 ? this.#now() - since : 0)),
      }))
      .sort((one, other) => other.milliseconds - one.milliseconds);
  }
}

/**
 * Waits for something, and lets the run report the wait.
 * @param atMost the expected maximum in milliseconds, not a timeout
 */
export function waitFor<Value>(what: string, atMost: number, work: () => Promise<Value>): Promise<Value> {
  return runs.getStore()?.during(what, atMost, work) ?? work();
}
