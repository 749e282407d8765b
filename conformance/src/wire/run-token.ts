import type { Target } from '../http/send-request.ts';

/** Means to renew a token. */
export interface Renewal {
  /** Asks for a token that is accepted now. */
  ask(): Promise<string>;
  /** Tells if a control request with the current token is refused too. */
  isRefused(): Promise<boolean>;
  /** Called with each new token. */
  onRenewed(token: string): void;
}

/** The token of a run, which is asked for again when the deployment accepts it no longer. */
export class RunToken {
  /** All that the run has had; the last one is sent. */
  readonly #had: [string, ...string[]];
  readonly #renewal: Renewal;
  #renewing: Promise<void> | undefined;
  /** Why there is no further one. */
  failure: string | undefined;

  constructor(first: string, renewal: Renewal) {
    this.#had = [first];
    this.#renewal = renewal;
  }

  get current(): string {
    return this.#had.at(-1) ?? this.#had[0];
  }

  /** Returns the target as it is now: settings that were copied hold a token of earlier. */
  fit<Some extends Target>(target: Some): Some {
    return this.#had.includes(target.token) ? { ...target, token: this.current } : target;
  }

  /** Renews the token after a refusal, unless a control request is accepted; tells if there is another than the one that was used. */
  async renew(used: string): Promise<boolean> {
    if (!this.#had.includes(used)) return false;
    if (used === this.current && this.failure === undefined) {
      this.#renewing ??= this.#ask();
      await this.#renewing;
    }
    return used !== this.current;
  }

  async #ask(): Promise<void> {
    try {
      if (!(await this.#renewal.isRefused())) return;
      const token = await this.#renewal.ask();
      if (this.#had.includes(token)) throw new Error('it gave a token that was refused already');
      this.#had.push(token);
      this.#renewal.onRenewed(token);
    } catch (error) {
      this.failure = (error as Error).message;
    } finally {
      this.#renewing = undefined;
    }
  }
}
