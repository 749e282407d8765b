import { type Callbacks, callbacks } from '../../servers/full/callbacks.ts';
import type { Delivery } from '../../servers/full/memory.ts';

/** Changes fields of the body of each attempt. */
export function changeBody(change: (delivery: Delivery, now: number) => object): Partial<Callbacks> {
  return {
    attempt(delivery, now) {
      const body = JSON.stringify({ ...JSON.parse(delivery.body), ...change(delivery, now) });
      return callbacks.attempt({ ...delivery, body }, now);
    },
  };
}

/** Reads some responses of a receiver in another way. */
export function reads(
  change: (received: Parameters<Callbacks['next']>[1], delivery: Delivery) => object | false,
): Partial<Callbacks> {
  return { next: (delivery, received, now) => callbacks.next(delivery, { ...received, ...change(received, delivery) }, now) };
}
