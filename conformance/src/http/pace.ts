/** Lets requests start no faster than asked, and none while the deployment has asked to wait. */
export class Pace {
  readonly #interval: number;
  /** When the next request may start. */
  #next = 0;
  #pausedUntil = 0;
  /** The turn that was asked for last: turns come one after the other. */
  #last = Promise.resolve();

  /** @param perSecond requests that may start in a second; no limit when undefined */
  constructor(perSecond?: number) {
    this.#interval = perSecond === undefined ? 0 : 1000 / perSecond;
  }

  /** Resolves when the next request may start. */
  turn(): Promise<void> {
    this.#last = this.#last.then(() => this.#wait());
    return this.#last;
  }

  /** After a 429: nobody sends for so many milliseconds, since each try would count against the limit again. */
  pause(milliseconds: number): void {
    this.#pausedUntil = Math.max(this.#pausedUntil, performance.now() + milliseconds);
  }

  async #wait(): Promise<void> {
    // Looked at again after each wait: a pause may have begun or grown meanwhile.
    for (;;) {
      const rest = Math.max(this.#next, this.#pausedUntil) - performance.now();
      if (rest <= 0) break;
      await new Promise((resolve) => setTimeout(resolve, rest));
    }
    // From when this one really starts: after a timer that was late the next would follow it too closely.
    this.#next = performance.now() + this.#interval;
  }
}
