/** The part of the pace that is left after a 429. */
const slower = 0.8;
/** Requests a second by which each one that is let in makes the pace faster: a fiftieth in a second. */
const faster = 0.02;
/** Requests a second below which no 429 brings the pace: a lower limit is kept by waiting as it asks. */
const slowest = 20;

/**
 * Lets requests start no faster than asked, and none while the deployment has asked to wait. After a 429 they start more slowly than
 * those that were let in before it, and then a little faster with each that is let in, as TCP finds the capacity of a line:
 * all at once, they would be refused again.
 */
export class Pace {
  /** Requests that may start in a second, as the user says. */
  readonly #most: number;
  /** Requests that may start in a second, as the deployment lets them. */
  #perSecond: number;
  /** When the next request may start. */
  #next = 0;
  #pausedUntil = 0;
  /** Times at which requests were let in, until the first 429. */
  #letIn: number[] = [];
  /** The last turn that was asked for: turns follow one another. */
  #last = Promise.resolve();

  /** @param perSecond requests that may start in a second; no limit when undefined */
  constructor(perSecond = Infinity) {
    this.#most = perSecond;
    this.#perSecond = perSecond;
  }

  /** Resolves when the next request may start. */
  turn(): Promise<void> {
    this.#last = this.#last.then(() => this.#wait());
    return this.#last;
  }

  /** Holds every request back for so many milliseconds: each try would count against the limit again. */
  pause(milliseconds: number): void {
    this.#pausedUntil = Math.max(this.#pausedUntil, performance.now() + milliseconds);
  }

  /** Learns of a request that was let in. */
  admitted(): void {
    if (this.#perSecond === Infinity) this.#letIn.push(performance.now());
    this.#perSecond = Math.min(this.#most, this.#perSecond + faster);
  }

  /** Learns of a 429 that asks to wait so many milliseconds: holds every request back, and lets them start more slowly then. */
  refused(milliseconds: number): void {
    const now = performance.now();
    // Those that started before the pause are refused with the first one, and say nothing new.
    if (now >= this.#pausedUntil) {
      if (this.#perSecond === Infinity) {
        const window = Math.max(milliseconds, 1000);
        this.#perSecond = (this.#letIn.filter((time) => time > now - window).length / window) * 1000;
      }
      this.#perSecond = Math.min(this.#most, Math.max(slowest, this.#perSecond * slower));
    }
    this.pause(milliseconds);
  }

  /** Returns the milliseconds until the next request may start. */
  rest(): number {
    return Math.max(0, Math.max(this.#next, this.#pausedUntil) - performance.now());
  }

  async #wait(): Promise<void> {
    // Checked again after each wait: a pause may have begun or grown meanwhile.
    for (;;) {
      const rest = this.rest();
      if (rest <= 0) break;
      await new Promise((resolve) => setTimeout(resolve, Math.ceil(rest)));
    }
    // Counted from the real start: after a late timer, the next request would follow too closely.
    this.#next = performance.now() + 1000 / this.#perSecond;
  }
}
