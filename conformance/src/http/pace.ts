/** Lets requests start no faster than asked, and none while the deployment has asked to wait. */
export class Pace {
  readonly #interval: number;
  /** When the next request may start. */
  #next = 0;
  #pausedUntil = 0;
  /** The last turn that was asked for: turns follow one another. */
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

  /** Holds every request back for a while after a 429: each try would count against the limit again. Milliseconds. */
  pause(milliseconds: number): void {
    this.#pausedUntil = Math.max(this.#pausedUntil, performance.now() + milliseconds);
  }

  async #wait(): Promise<void> {
    // Checked again after each wait: a pause may have begun or grown meanwhile.
    for (;;) {
      const rest = Math.max(this.#next, this.#pausedUntil) - performance.now();
      if (rest <= 0) break;
      await new Promise((resolve) => setTimeout(resolve, rest));
    }
    // Counted from the real start: after a late timer, the next request would follow too closely.
    this.#next = performance.now() + this.#interval;
  }
}
