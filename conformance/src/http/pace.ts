/** Factor by which a 429 reduces the pace. */
const slower = 0.8;
/** Number that each accepted request adds to the pace, so that the pace grows by about two percent per second. */
const faster = 0.02;
/** Minimum pace, in requests per second. At this pace, a 429 makes the suite wait, but no longer slows it down. */
const slowest = 20;

/**
 * Decides when each request may start: no faster than the user allows, and not while the deployment asks the suite to wait. After
 * a 429, requests start more slowly, and then a little faster with each accepted one, just as TCP probes a connection's capacity.
 */
export class Pace {
  /** Requests per second that the user allows. */
  readonly #most: number;
  #perSecond: number;
  /** Time at which the next request may start. */
  #next = 0;
  #pausedUntil = 0;
  /** Times at which requests were accepted. Recorded until the first 429. */
  #letIn: number[] = [];
  /** Resolves when the last request in the queue may start. A new request waits for this first. */
  #last = Promise.resolve();

  /** @param perSecond number of requests that may start each second; default: no limit */
  constructor(perSecond = Infinity) {
    this.#most = perSecond;
    this.#perSecond = perSecond;
  }

  /** Resolves when the next request may start. */
  turn(): Promise<void> {
    this.#last = this.#last.then(() => this.#wait());
    return this.#last;
  }

  /** Delays all requests for this many milliseconds. Requests sent sooner would be refused, yet count towards the limit. */
  pause(milliseconds: number): void {
    this.#pausedUntil = Math.max(this.#pausedUntil, performance.now() + milliseconds);
  }

  admitted(): void {
    if (this.#perSecond === Infinity) this.#letIn.push(performance.now());
    this.#perSecond = Math.min(this.#most, this.#perSecond + faster);
  }

  /** Handles a 429: delays all requests for this many milliseconds, and starts them more slowly after that. */
  refused(milliseconds: number): void {
    const now = performance.now();
    // Ignores refusals of requests that started before the pause: they have the same cause as the first refusal.
    if (now >= this.#pausedUntil) {
      if (this.#perSecond === Infinity) {
        const window = Math.max(milliseconds, 1000);
        this.#perSecond = (this.#letIn.filter((time) => time > now - window).length / window) * 1000;
      }
      this.#perSecond = Math.min(this.#most, Math.max(slowest, this.#perSecond * slower));
    }
    this.pause(milliseconds);
  }

  /** Returns whether requests currently have to wait, because of the user's limit or the deployment's. */
  isLimited(): boolean {
    return this.#perSecond !== Infinity || this.rest() > 0;
  }

  /** Returns the milliseconds until the next request may start. */
  rest(): number {
    return Math.max(0, Math.max(this.#next, this.#pausedUntil) - performance.now());
  }

  async #wait(): Promise<void> {
    // Checks again after each wait, because a pause may have started or been extended during it.
    for (let rest = this.rest(); rest > 0; rest = this.rest())
      await new Promise((resolve) => setTimeout(resolve, Math.ceil(rest)));
    // Counts from the actual start, so that the next request keeps its distance even if the timer was late.
    this.#next = performance.now() + 1000 / this.#perSecond;
  }
}
