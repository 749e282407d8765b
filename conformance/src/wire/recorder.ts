import { AsyncLocalStorage } from 'node:async_hooks';
import type { Exchange } from '../http/exchange.ts';

/** An exchange or a receipt of a run, with the case that caused it and its position in that case. */
export interface Recorded {
  /** Id of the case. If several cases share the exchange, the name under which they share it. */
  scope: string;
  /** Position in the scope, starting at 0. It follows the order in which the case started its requests. */
  index: number;
  exchange?: Exchange;
  /** The receipt that the adapter returned, or null if it returned none. */
  receipt?: string | null;
  payment?: { amount: number; outcome: string; differs?: object };
  /** The number of seconds by which the deployment's clock was moved, if the entry records that. */
  advanced?: number;
}

/** Records the exchanges of a run, each with its case. The HAR file, the counts and the self-check use them. */
export class Recorder {
  readonly #scope = new AsyncLocalStorage<string>();
  readonly #asked = new Map<string, number>();
  #entries: Recorded[] = [];
  /** For each scope, the functions, options and shared exchanges that it has used. */
  readonly used = new Map<string, Set<string>>();
  /** Everything that was recorded during the run, in the order of arrival. */
  readonly all: Recorded[] = [];
  /** Number of entries before the first move of the deployment's clock. Undefined if the clock has not been moved. */
  untilMoved?: number;
  onExchange?: (exchange: Exchange) => void;
  /** Secrets for callbacks that `rotateSecret` has returned. */
  readonly secrets: string[] = [];

  within<Value>(scope: string, work: () => Promise<Value>): Promise<Value> {
    return this.#scope.run(scope, work);
  }

  /** Reserves the next position in the scope. Must be called before the request is sent. */
  place(): { scope: string; index: number } {
    const scope = this.#scope.getStore() ?? 'outside';
    const index = this.#asked.get(scope) ?? 0;
    this.#asked.set(scope, index + 1);
    return { scope, index };
  }

  use(what: string): void {
    const scope = this.#scope.getStore() ?? 'outside';
    this.used.set(scope, (this.used.get(scope) ?? new Set()).add(what));
  }

  /** Lists a scope and all shared scopes that it uses, directly or through another scope. */
  scopesOf(scope: string): string[] {
    const scopes = new Set([scope]);
    // Iterating over a Set includes the values that are added during the iteration.
    for (const one of scopes) for (const what of this.used.get(one) ?? []) if (what.startsWith('shared/')) scopes.add(what);
    return [...scopes];
  }

  /** Lists the functions and options that a scope has used, directly or through shared exchanges. */
  needsOf(scope: string): string[] {
    const used = this.scopesOf(scope).flatMap((one) => [...(this.used.get(one) ?? [])]);
    return [...new Set(used.filter((what) => !what.startsWith('shared/')))].sort();
  }

  keepAdvance(advanced: number): void {
    this.#entries.push({ scope: this.#scope.getStore() ?? 'outside', index: -1, advanced });
  }

  keep(entry: Recorded): void {
    this.#entries.push(entry);
    this.all.push(entry);
    if (entry.exchange) this.onExchange?.(entry.exchange);
  }

  /** Returns the entries that were recorded since the last call. */
  drain(): Recorded[] {
    const entries = this.#entries;
    this.#entries = [];
    return entries;
  }
}
