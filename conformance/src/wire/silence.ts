import type { Exchange } from '../http/exchange.ts';

/** Requests in a row without a response, and the time-outs that they take, after which nothing more is expected. */
const [most, timeouts] = [12, 6];

/** Tells when a deployment has fallen silent for good, so that the rest of a run does not wait for each request. */
export class Silence {
  #unanswered = 0;
  #heard = performance.now();

  /** Notes if a request got a response; a connection that was refused or closed is one, as it costs no time. */
  note({ answer: response, failure }: Exchange): void {
    if (response === undefined && failure?.startsWith('no response')) this.#unanswered++;
    else [this.#unanswered, this.#heard] = [0, performance.now()];
  }

  /** Says why a request is not sent any more; undefined while it is. @param timeout milliseconds for one request */
  reason(timeout: number): string | undefined {
    const silent = performance.now() - this.#heard;
    if (this.#unanswered < most || silent < timeouts * timeout) return undefined;
    return 'not sent, because the deployment had stopped responding';
  }
}
