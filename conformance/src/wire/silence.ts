import type { Exchange } from '../http/exchange.ts';

/** How many requests in a row must get no response, and for how many time-outs, until the deployment counts as silent. */
const [most, timeouts] = [12, 6];

/** Detects that a deployment has fallen silent for good, so that the rest of a run does not wait for each request. */
export class Silence {
  #unanswered = 0;
  #heard = performance.now();

  /** Notes whether a request got a response. A refused or closed connection counts as one, because it costs no time. */
  note({ answer: response, failure }: Exchange): void {
    if (response === undefined && failure?.startsWith('no response')) this.#unanswered++;
    else [this.#unanswered, this.#heard] = [0, performance.now()];
  }

  /**
   * Returns why no more requests are sent, or undefined while they are.
   * @param timeout milliseconds for one request
   */
  reason(timeout: number): string | undefined {
    const silent = performance.now() - this.#heard;
    if (this.#unanswered < most || silent < timeouts * timeout) return undefined;
    return 'not sent, because the deployment had stopped responding';
  }
}
