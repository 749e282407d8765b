import type { Exchange } from '../http/exchange.ts';
import { sleep } from '../places/places.ts';

/** Milliseconds between two reads, and the number of reads. A new object may take a moment to appear. */
const [pause, looks] = [200, 6];

/** Repeats a read until the response is right, or until the maximum number of reads is reached. */
export async function lookUntil(look: () => Promise<Exchange>, isRight: (exchange: Exchange) => boolean): Promise<Exchange> {
  for (let turn = 1; ; turn++) {
    const exchange = await look();
    if (isRight(exchange) || turn >= looks) return exchange;
    await sleep(pause);
  }
}
