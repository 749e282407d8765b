import type { Shown } from '../record/shown-invoices.ts';
import { BoundedMap } from './bounded-map.ts';

/** Everything that is remembered of an invoice. */
interface Remembered {
  /** The first response that showed it: its create, where that was seen. */
  first: Shown;
  /** The latest responses that showed it, the newest last. */
  latest: Shown[];
}

/** Invoices that are remembered, and the characters of all their exchanges. */
const invoicesKept = 5000;
const charactersKept = 32 * 1024 * 1024;
/** Values that must not come twice, of each kind. */
const valuesKept = 100_000;
const latestKept = 4;

/** The part of the traffic that later exchanges are compared with; it stays as large however long it runs. */
export class TrafficMemory {
  readonly #invoices = new BoundedMap<string, Remembered>(invoicesKept, charactersKept, costOf);
  readonly #values = new Map<string, BoundedMap<string, string>>();

  /** Returns what is remembered of an invoice. */
  recall(id: string): Remembered | undefined {
    return this.#invoices.get(id);
  }

  /** Remembers a response that showed an invoice. */
  remember(id: string, shown: Shown): void {
    const known = this.#invoices.get(id);
    // A create that is answered late is the first all the same.
    const isFirst = known === undefined || (shown.isNew && shown.exchange.startedAt < known.first.exchange.startedAt);
    const first = isFirst ? shown : known.first;
    this.#invoices.set(id, { first, latest: [...(known?.latest ?? []), shown].slice(-latestKept) });
  }

  /** Notes that a value was seen, and returns when it was seen before. */
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
