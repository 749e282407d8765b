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
