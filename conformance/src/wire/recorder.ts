import { AsyncLocalStorage } from 'node:async_hooks';
import type { Exchange } from '../http/exchange.ts';

/** One exchange or receipt of a run, with the case that asked for it and its position there. */
export interface Recorded {
  /** Id of the case, or the name under which several cases share the exchange. */
  scope: string;
  /** The position within the scope, from 0, in the order in which the case asked. */
  index: number;
  exchange?: Exchange;
  /** A receipt from the adapter, or null if there was none. */
  receipt?: string | null;
  payment?: { amount: number; outcome: string; differs?: object };
  /** Seconds by which the deployment's clock was moved. */
  advanced?: number;
}

/** Records the exchanges of a run by case, for the HAR file, the counts and the self-check. */
export class Recorder {
  readonly #scope = new AsyncLocalStorage<string>();
  readonly #asked = new Map<string, number>();
  #entries: Recorded[] = [];
  /** Abilities and shared exchanges that each scope has asked for. */
  readonly used = new Map<string, Set<string>>();
  /** Everything recorded in the run, in the order of arrival. */
  readonly all: Recorded[] = [];
  /** Number of entries before the deployment's clock was first moved; undefined until then. */
  untilMoved?: number;
  onExchange?: (exchange: Exchange) => void;
  /** Callback secrets that rotations returned. */
  readonly secrets: string[] = [];

  /** Runs `work` and records everything that it asks for under the scope. */
  within<Value>(scope: string, work: () => Promise<Value>): Promise<Value> {
    return this.#scope.run(scope, work);
  }

  /** Reserves the next position in the scope. Called before asking. */
  place(): { scope: string; index: number } {
    const scope = this.#scope.getStore() ?? 'outside';
    const index = this.#asked.get(scope) ?? 0;
    this.#asked.set(scope, index + 1);
    return { scope, index };
  }

  /** Records that the scope asks for an ability, such as a function of the adapter, or for a shared exchange. */
  use(what: string): void {
    const scope = this.#scope.getStore() ?? 'outside';
    this.used.set(scope, (this.used.get(scope) ?? new Set()).add(what));
  }

  /** Lists a scope and every shared scope that it uses, directly or through another one. */
  scopesOf(scope: string): string[] {
    const scopes = new Set([scope]);
    // A Set's iterator also visits values that are added during the iteration.
    for (const one of scopes) for (const what of this.used.get(one) ?? []) if (what.startsWith('shared/')) scopes.add(what);
    return [...scopes];
  }

  /** Lists the abilities that a scope has asked for, directly or through shared exchanges. */
  needsOf(scope: string): string[] {
    const used = this.scopesOf(scope).flatMap((one) => [...(this.used.get(one) ?? [])]);
    return [...new Set(used.filter((what) => !what.startsWith('shared/')))].sort();
  }

  /** Records that the scope moved the deployment's clock by this many seconds. */
  keepAdvance(advanced: number): void {
    this.#entries.push({ scope: this.#scope.getStore() ?? 'outside', index: -1, advanced });
  }

  keep(entry: Recorded): void {
    this.#entries.push(entry);
    this.all.push(entry);
    if (entry.exchange) this.onExchange?.(entry.exchange);
  }

  /** Returns the entries since the previous call. */
  drain(): Recorded[] {
    const entries = this.#entries;
    this.#entries = [];
    return entries;
  }
}
