import type { Shown } from '../record/shown-invoices.ts';

/** The remembered responses that contain one particular invoice. */
interface Remembered {
  /** The first response with the invoice: the response to its create request, if that request was recorded. */
  first: Shown;
  /** The last few responses with the invoice, newest last. */
  latest: Shown[];
}

/** Maximum number of remembered invoices. The next constant is the maximum number of characters in their exchanges. */
const invoicesKept = 5000;
const charactersKept = 32 * 1024 * 1024;
/** Maximum number of values of each kind, such as ids or notes, that are remembered in order to detect duplicates. */
const valuesKept = 100_000;
const latestKept = 4;

/** Remembers traffic, to compare later exchanges with it. Remembers only a limited amount, however much traffic there is. */
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
    // A create comes first, even if its response arrives after other responses.
    const isFirst = known === undefined || (shown.isNew && shown.exchange.startedAt < known.first.exchange.startedAt);
    const first = isFirst ? shown : known.first;
    this.#invoices.set(id, { first, latest: [...(known?.latest ?? []), shown].slice(-latestKept) });
  }

  /** Records that a value occurred. Returns the time of its first occurrence, or undefined if it is new. */
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

/** A map that removes the least recently used entries when it contains too many, or when their total cost is too high. */
export class BoundedMap<Key, Value> {
  readonly #entries = new Map<Key, { value: Value; cost: number }>();
  readonly #most: number;
  readonly #mostCost: number;
  readonly #costOf: (value: Value) => number;
  #cost = 0;

  /** @param mostCost maximum total cost of all entries, such as a number of characters */
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
    // A Map keeps the order of insertion. Moving each used entry to the end makes the first one the least recently used.
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
