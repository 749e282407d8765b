/** Lets requests start no faster than asked, and none while the deployment has asked to wait. */
export class Pace {
  readonly #interval: number;
  #next = 0;
  #pausedUntil = 0;

  /** @param perSecond requests that may start in a second; no limit when undefined */
  constructor(perSecond?: number) {
    this.#interval = perSecond === undefined ? 0 : 1000 / perSecond;
  }

  /** Resolves when the next request may start. */
  async turn(): Promise<void> {
    const start = Math.max(performance.now(), this.#next);
    this.#next = start + this.#interval;
    // Looked at again after each wait: a pause may have begun or grown meanwhile.
    for (;;) {
      const rest = Math.max(start, this.#pausedUntil) - performance.now();
      if (rest <= 0) return;
      await new Promise((resolve) => setTimeout(resolve, rest));
    }
  }

  /** After a 429: nobody sends for so many milliseconds, since each try would count against the limit again. */
  pause(milliseconds: number): void {
    this.#pausedUntil = Math.max(this.#pausedUntil, performance.now() + milliseconds);
  }
}
