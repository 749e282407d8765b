import type { Target } from '../http/send-request.ts';

/** Functions that renew a token. */
export interface Renewal {
  /** Asks for a token that the deployment accepts now. */
  ask(): Promise<string>;
  /** Returns whether a control request with the current token is refused too. */
  isRefused(): Promise<boolean>;
  /** Called with each new token. */
  onRenewed(token: string): void;
}

/** The token of a run. It is renewed when the deployment no longer accepts it. */
export class RunToken {
  /** All tokens that the run has had. The last one is sent. */
  readonly #had: [string, ...string[]];
  readonly #renewal: Renewal;
  #renewing: Promise<void> | undefined;
  /** The reason why no further token could be had. */
  failure: string | undefined;

  constructor(first: string, renewal: Renewal) {
    this.#had = [first];
    this.#renewal = renewal;
  }

  get current(): string {
    return this.#had.at(-1) ?? this.#had[0];
  }

  /** Returns the target with the current token, because copied settings may hold an earlier one. */
  fit<Some extends Target>(target: Some): Some {
    return this.#had.includes(target.token) ? { ...target, token: this.current } : target;
  }

  /**
   * Renews the token after a refusal, unless a control request is accepted. Returns true if the current token now differs from
   * the used one.
   */
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
