import { type Callbacks, callbacks } from '../../servers/full/callbacks.ts';
import type { Delivery } from '../../servers/full/memory.ts';
import type { FullChanges } from '../../servers/full/start-full-server.ts';

/** Changes fields of the body of each attempt. */
export function changeBody(change: (delivery: Delivery, now: number) => object): Partial<Callbacks> {
  return {
    attempt(delivery, now) {
      const body = JSON.stringify({ ...JSON.parse(delivery.body), ...change(delivery, now) });
      return callbacks.attempt({ ...delivery, body }, now);
    },
  };
}

/** Changes one header of each attempt. */
export function changeHeader(name: string, change: (value: string) => string): FullChanges {
  return {
    callbacks: {
      attempt(delivery, now) {
        const attempt = callbacks.attempt(delivery, now);
        return { ...attempt, headers: { ...attempt.headers, [name]: change(attempt.headers[name] ?? '') } };
      },
    },
  };
}
