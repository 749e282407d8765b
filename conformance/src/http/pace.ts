/** Factor by which a 429 reduces the pace. */
const slower = 0.8;
/** Requests per second that each admitted request adds to the pace: about two percent per second. */
const faster = 0.02;
/** Requests per second below which a 429 does not reduce the pace. Under a lower limit, the suite waits as each 429 asks. */
const slowest = 20;

/**
 * Starts requests no faster than the user allows, and none while the deployment asks to wait. After a 429 requests start more
 * slowly, then a little faster with each admitted one, as TCP finds the capacity of a line. If all started at once, they would be
 * refused again.
 */
export class Pace {
  /** Requests per second that the user allows. */
  readonly #most: number;
  /** Requests per second that the deployment currently allows. */
  #perSecond: number;
  /** When the next request may start. */
  #next = 0;
  #pausedUntil = 0;
  /** Times at which requests were admitted, until the first 429. */
  #letIn: number[] = [];
  /** The last turn that was requested. Turns follow one another. */
  #last = Promise.resolve();

  /** @param perSecond requests that may start per second; no limit by default */
  constructor(perSecond = Infinity) {
    this.#most = perSecond;
    this.#perSecond = perSecond;
  }

  /** Resolves when the next request may start. */
  turn(): Promise<void> {
    this.#last = this.#last.then(() => this.#wait());
    return this.#last;
  }

  /** Holds back every request for this many milliseconds, because each attempt would count against the limit again. */
  pause(milliseconds: number): void {
    this.#pausedUntil = Math.max(this.#pausedUntil, performance.now() + milliseconds);
  }

  /** Notes that a request was admitted. */
  admitted(): void {
    if (this.#perSecond === Infinity) this.#letIn.push(performance.now());
    this.#perSecond = Math.min(this.#most, this.#perSecond + faster);
  }

  /** Handles a 429: holds back every request for this many milliseconds, and then starts them more slowly. */
  refused(milliseconds: number): void {
    const now = performance.now();
    // Requests that started before the pause are refused along with the first one, and say nothing new.
    if (now >= this.#pausedUntil) {
      if (this.#perSecond === Infinity) {
        const window = Math.max(milliseconds, 1000);
        this.#perSecond = (this.#letIn.filter((time) => time > now - window).length / window) * 1000;
      }
      this.#perSecond = Math.min(this.#most, Math.max(slowest, this.#perSecond * slower));
    }
    this.pause(milliseconds);
  }

  /** Returns true if requests have to wait, for the user's limit or the deployment's. */
  isLimited(): boolean {
    return this.#perSecond !== Infinity || this.rest() > 0;
  }

  /** Returns the milliseconds until the next request may start. */
  rest(): number {
    return Math.max(0, Math.max(this.#next, this.#pausedUntil) - performance.now());
  }

  async #wait(): Promise<void> {
    // Checks again after each wait, because a pause may have begun or grown meanwhile.
    for (;;) {
      const rest = this.rest();
      if (rest <= 0) break;
      await new Promise((resolve) => setTimeout(resolve, Math.ceil(rest)));
    }
    // Counts from the actual start, so that the next request does not follow too closely if this timer was late.
    this.#next = performance.now() + 1000 / this.#perSecond;
  }
}
