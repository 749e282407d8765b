import { AsyncLocalStorage } from 'node:async_hooks';
import type { Exchange } from '../http/exchange.ts';

/** One exchange or receipt of a run, with its place in the case that asked for it. */
export interface Recorded {
  /** Id of the case, or the name under which cases share it. */
  scope: string;
  /** Its number within the scope, from 0, in the order of asking. */
  index: number;
  exchange?: Exchange;
  /** A receipt from the adapter, or null where there was none. */
  receipt?: string | null;
  /** The payment that the receipt is of. */
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
  /** Everything of the run, in the order of arrival. */
  readonly all: Recorded[] = [];
  /** Number of entries before the deployment's clock was first moved; undefined while it was not. */
  untilMoved?: number;
  /** Called with each exchange. */
  onExchange?: (exchange: Exchange) => void;
  /** Secrets that a rotation gave. */
  readonly secrets: string[] = [];

  /** Records everything that `work` asks for under the scope. */
  within<Value>(scope: string, work: () => Promise<Value>): Promise<Value> {
    return this.#scope.run(scope, work);
  }

  /** Takes the next place of the scope, before asking. */
  place(): { scope: string; index: number } {
    const scope = this.#scope.getStore() ?? 'outside';
    const index = this.#asked.get(scope) ?? 0;
    this.#asked.set(scope, index + 1);
    return { scope, index };
  }

  /** Records that the scope asks for an ability of the surroundings, or for an exchange that is shared. */
  use(what: string): void {
    const scope = this.#scope.getStore() ?? 'outside';
    this.used.set(scope, (this.used.get(scope) ?? new Set()).add(what));
  }

  /** Lists a scope, and the exchanges that it shares, each with what that shares. */
  scopesOf(scope: string): string[] {
    const scopes = new Set([scope]);
    // A Set's iterator also visits what is added on the way.
    for (const one of scopes) for (const what of this.used.get(one) ?? []) if (what.startsWith('shared/')) scopes.add(what);
    return [...scopes];
  }

  /** Lists the abilities of the surroundings that a scope has asked for, itself or by what it shares. */
  needsOf(scope: string): string[] {
    const used = this.scopesOf(scope).flatMap((one) => [...(this.used.get(one) ?? [])]);
    return [...new Set(used.filter((what) => !what.startsWith('shared/')))].sort();
  }

  /** Records that the scope moved the deployment's clock. */
  keepAdvance(advanced: number): void {
    this.#entries.push({ scope: this.#scope.getStore() ?? 'outside', index: -1, advanced });
  }

  keep(entry: Recorded): void {
    this.#entries.push(entry);
    this.all.push(entry);
    if (entry.exchange) this.onExchange?.(entry.exchange);
  }

  /** Returns the entries since the last time. */
  drain(): Recorded[] {
    const entries = this.#entries;
    this.#entries = [];
    return entries;
  }
}
