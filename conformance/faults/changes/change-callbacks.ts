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
