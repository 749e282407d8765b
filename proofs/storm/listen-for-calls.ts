import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { Webhook } from 'standardwebhooks';
import { type History, timeNow } from './history.ts';

/** A complete call received from a server. */
export interface Call {
  headers: Record<string, string>;
  body: string;
  /** The time at which the call began, by the history's clock. */
  start: number;
  /** The reason why the call's signature is invalid; null when it is valid. */
  forged: string | null;
}

/** Listens for callbacks, and checks their signatures. Ignores incomplete callbacks. */
export async function listenForCalls(
  secret: () => string,
  respond: (call: Call, response: ServerResponse) => void,
): Promise<{ url: string; close(): Promise<void> }> {
  const server = createServer(async (request, response) => {
    const start = timeNow();
    const chunks: Buffer[] = [];
    try {
      for await (const chunk of request) chunks.push(chunk);
    } catch {
      // The server was killed before it had sent the complete call.
      return;
    }
    const [headers, body] = [request.headers as Record<string, string>, Buffer.concat(chunks).toString()];
    respond({ headers, body, start, forged: findForgery(secret(), body, headers) }, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
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
