import { AsyncLocalStorage } from 'node:async_hooks';
import type { Exchange } from '../http/exchange.ts';

/** One thing that a case got from outside, in the place where it asked for it. */
export interface Recorded {
  /** Id of the case, or the name of what cases share. */
  scope: string;
  /** Which of the scope's, from 0, in the order in which they were asked for. */
  index: number;
  exchange?: Exchange;
  /** A receipt from the adapter, or null where there was none. */
  receipt?: string | null;
}

/** Keeps what a run asked and was answered, by the case that asked: for the HAR file, the counts and the self-check. */
export class Recorder {
  readonly #scope = new AsyncLocalStorage<string>();
  readonly #asked = new Map<string, number>();
  #entries: Recorded[] = [];

  /** Everything that `work` asks for is filed under the scope. */
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

  keep(entry: Recorded): void {
    this.#entries.push(entry);
  }

  /** What was kept since the last time. */
  drain(): Recorded[] {
    const entries = this.#entries;
    this.#entries = [];
    return entries;
  }
}
