import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Webhook } from 'standardwebhooks';
import { timeNow } from './history.ts';

/** A call of a server that came in whole. */
export interface Call {
  headers: Record<string, string>;
  body: string;
  /** When it began, by the clock of the history. */
  start: number;
  /** Why its signature is not valid; null when it is. */
  forged: string | null;
}

/** Listens for callbacks that a secret signs, from servers that may be killed in the middle of one. */
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
      // The sender was killed in the middle of it.
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
