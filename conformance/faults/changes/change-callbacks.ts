import { callbacks, type Received } from '../../servers/full/callbacks.ts';
import type { Account, Delivery } from '../../servers/full/memory.ts';
import type { Fields } from '../../servers/full/message.ts';
import type { FullChanges } from '../../servers/full/start-full-server.ts';
import { inCallbacks, onRequest } from './change-step.ts';

/** Changes fields of the body of each attempt. */
export function changeBody(change: (delivery: Delivery, now: number) => object): FullChanges {
  return inCallbacks('attempt', (delivery, now) => {
    const body = JSON.stringify({ ...JSON.parse(delivery.body), ...change(delivery, now) });
    return callbacks.attempt({ ...delivery, body }, now);
  });
}

/** Overrides parts of a receiver's response before the server evaluates it. If `change` returns false, overrides nothing. */
export function reads(change: (received: Received, delivery: Delivery) => object | false): FullChanges {
  return inCallbacks('next', (delivery, received, now) =>
    callbacks.next(delivery, { ...received, ...change(received, delivery) }, now),
  );
}

/** Changes the pause before the next attempt, if there is one. */
export function changePause(change: (pause: number, received: Received, delivery: Delivery) => number): FullChanges {
  return inCallbacks('next', (delivery, received, now) => {
    const pause = callbacks.next(delivery, received, now);
    return pause === undefined ? undefined : change(pause, received, delivery);
  });
}

/** Changes headers of each attempt. */
export function changeHeaders(
  change: (headers: Record<string, string>, delivery: Delivery) => Record<string, string>,
): FullChanges {
  return inCallbacks('attempt', (delivery, now) => {
    const attempt = callbacks.attempt(delivery, now);
    return { ...attempt, headers: { ...attempt.headers, ...change(attempt.headers, delivery) } };
  });
}

/** Signs each attempt with the secrets of the account that `accountOf` returns. */
export const signAs = (accountOf: (delivery: Delivery, now: number) => Delivery['invoice']['account']): FullChanges =>
  inCallbacks('attempt', (delivery, now, ...times) => {
    const invoice = { ...delivery.invoice, account: accountOf(delivery, now) };
    return callbacks.attempt({ ...delivery, invoice }, now, ...times);
  });

/** Changes fields of each event before it is queued. */
export function changeEvent(change: (event: Fields) => Fields): FullChanges {
  return inCallbacks('event', (...all) => {
    const made = callbacks.event(...all);
    return { ...made, ...change(made) };
  });
}

/** Suppresses the events for which `of` returns true. */
export function withhold(of: (delivery: Delivery) => boolean | undefined): FullChanges {
  return inCallbacks('mayCall', (url, delivery) => !of(delivery) && callbacks.mayCall(url, delivery));
}

/** Changes the URL of each attempt. */
export function changeUrl(change: (url: URL, delivery: Delivery) => void): FullChanges {
  return inCallbacks('mayCall', (url, delivery) => {
    change(url, delivery);
    return callbacks.mayCall(url, delivery);
  });
}

/** Calls `act` for all other accounts once the secret of one account has been rotated. `times` are the times of the rotations. */
export const atRotation = (act: (other: Account, times: number[]) => void) => (): FullChanges => {
  const known = new Map<Account, number>();
  return onRequest((_message, { tokens }) => {
    const accounts = [...new Set([...tokens.values()].map(({ account }) => account))];
    const rotated = accounts.find((account) => account.secrets.length > (known.get(account) ?? 1));
    const times = rotated?.rotatedAt?.slice(0, rotated.secrets.length - (known.get(rotated) ?? 1)) ?? [];
    for (const account of accounts) {
      if (rotated && account !== rotated) act(account, times);
      known.set(account, account.secrets.length);
    }
  });
};
