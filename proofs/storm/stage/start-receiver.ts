import { setTimeout as sleep } from 'node:timers/promises';
import { type History, timeNow } from '../history.ts';
import { listenForCalls } from '../listen-for-calls.ts';

/** The receiver of a merchant. */
export interface Receiver {
  url: string;
  /** From now on it accepts everything, at once. */
  recover(): void;
  close(): Promise<void>;
}

/** The most milliseconds that a response takes. */
const slowest = 300;

/** Starts a receiver that fails one call in five, takes its time, and writes down each call. */
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
