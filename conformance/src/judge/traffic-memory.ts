import type { Shown } from '../record/shown-invoices.ts';

/** The responses of one invoice that are remembered. */
interface Remembered {
  /** The first response: its create, if that was seen. */
  first: Shown;
  /** The latest responses, newest last. */
  latest: Shown[];
}

/** Maximum number of invoices that are remembered, and of characters in all their exchanges. */
const invoicesKept = 5000;
const charactersKept = 32 * 1024 * 1024;
/** Maximum number of values of each kind that are remembered, to detect repeats. */
const valuesKept = 100_000;
const latestKept = 4;

/** The part of the traffic that later exchanges are compared with. Its size is bounded for traffic of any length. */
export class TrafficMemory {
  readonly #invoices = new BoundedMap<string, Remembered>(invoicesKept, charactersKept, costOf);
  readonly #values = new Map<string, BoundedMap<string, string>>();

  /** Returns the remembered responses of an invoice, if there are any. */
  recall(id: string): Remembered | undefined {
    return this.#invoices.get(id);
  }

  /** Remembers a response that showed an invoice. */
  remember(id: string, shown: Shown): void {
    const known = this.#invoices.get(id);
    // A create is the first even if its response arrives late.
    const isFirst = known === undefined || (shown.isNew && shown.exchange.startedAt < known.first.exchange.startedAt);
    const first = isFirst ? shown : known.first;
    this.#invoices.set(id, { first, latest: [...(known?.latest ?? []), shown].slice(-latestKept) });
  }

  /** Records that a value was seen. Returns the time when it was first seen, or undefined if it is new. */
  seen(kind: string, value: string, when: string): string | undefined {
    const values = this.#values.get(kind) ?? new BoundedMap<string, string>(valuesKept);
    this.#values.set(kind, values);
    const key = value.slice(0, 200);
    const before = values.get(key);
    if (before === undefined) values.set(key, when);
    return before;
  }
}

function costOf({ first, latest }: Remembered): number {
  return [first, ...latest].reduce(
    (sum, { exchange: { request, answer: response } }) => sum + (request.body?.length ?? 0) + (response?.text.length ?? 0) + 1000,
    0,
  );
}

/** A map that drops the least recently used entries once it holds too many or they cost too much. */
export class BoundedMap<Key, Value> {
  readonly #entries = new Map<Key, { value: Value; cost: number }>();
  readonly #most: number;
  readonly #mostCost: number;
  readonly #costOf: (value: Value) => number;
  #cost = 0;

  /**
   * @param most number of entries
   * @param mostCost sum of the entries' costs, such as characters
   * @param costOf returns the cost of an entry
   */
  constructor(most: number, mostCost = Number.POSITIVE_INFINITY, costOf: (value: Value) => number = () => 0) {
    this.#most = most;
    this.#mostCost = mostCost;
    this.#costOf = costOf;
  }

  get size(): number {
    return this.#entries.size;
  }

  get(key: Key): Value | undefined {
    const entry = this.#entries.get(key);
    if (entry === undefined) return undefined;
    // A Map keeps insertion order, so the first entry is the least recently used one.
    this.#entries.delete(key);
    this.#entries.set(key, entry);
    return entry.value;
  }

  set(key: Key, value: Value): void {
    this.#drop(key);
    const cost = this.#costOf(value);
    this.#entries.set(key, { value, cost });
    this.#cost += cost;
    while (this.#entries.size > this.#most || (this.#cost > this.#mostCost && this.#entries.size > 1)) {
      const [oldest] = this.#entries.keys();
      this.#drop(oldest as Key);
    }
  }

  #drop(key: Key): void {
    this.#cost -= this.#entries.get(key)?.cost ?? 0;
    this.#entries.delete(key);
  }
}
