import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { Webhook } from 'standardwebhooks';
import { type History, timeNow } from '../history.ts';

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
  const server = createServer(async (req, res) => {
    const start = timeNow();
    const chunks: Buffer[] = [];
    try {
      for await (const chunk of req) chunks.push(chunk);
    } catch {
      // The sender was killed in the middle of it.
      return;
    }
    const body = Buffer.concat(chunks).toString();
    const status = !isWell && random() < 0.2 ? 500 : 204;
    const forged = findForgery(secret(), body, req.headers as Record<string, string>);
    const event = String(req.headers['webhook-id']);
    const hungUp = new Promise<void>((resolve) => res.once('close', resolve));
    await Promise.race([hungUp, isWell ? undefined : sleep(random() * slowest)]);
    const isThere = !res.destroyed;
    if (isThere) res.writeHead(status).end();
    history.add({ kind: 'delivery', event, start, end: timeNow(), status: isThere ? status : null, body, forged });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    recover: () => {
      isWell = true;
    },
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function findForgery(secret: string, body: string, headers: Record<string, string>): string | null {
  try {
    new Webhook(secret).verify(body, headers);
    return null;
  } catch (error) {
    return (error as Error).message;
  }
}
