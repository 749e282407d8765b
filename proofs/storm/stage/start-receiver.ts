import { setTimeout as sleep } from 'node:timers/promises';
import { type History, timeNow } from '../history.ts';
import { listenForCalls } from '../listen-for-calls.ts';

/** A merchant's callback receiver. */
export interface Receiver {
  url: string;
  /** Makes the receiver accept every call immediately from now on. */
  recover(): void;
  close(): Promise<void>;
}

/** The longest response time in milliseconds. */
const slowest = 300;

/** Starts a receiver that fails one call in five, responds with a delay, and records each call. */
export async function startReceiver(random: () => number, secret: () => string, history: History): Promise<Receiver> {
  let isWell = false;
  const listening = await listenForCalls(secret, async ({ headers, body, start, forged }, res) => {
    const status = !isWell && random() < 0.2 ? 500 : 204;
    const event = String(headers['webhook-id']);
    const hungUp = new Promise<void>((resolve) => res.once('close', resolve));
    await Promise.race([hungUp, isWell ? undefined : sleep(random() * slowest)]);
    const isThere = !res.destroyed;
    if (isThere) res.writeHead(status).end();
    history.add({ kind: 'delivery', event, start, end: timeNow(), status: isThere ? status : null, body, forged });
  });
  return {
    ...listening,
    recover: () => {
      isWell = true;
    },
  };
}
