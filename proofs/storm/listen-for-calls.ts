import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Webhook } from 'standardwebhooks';
import { timeNow } from './history.ts';

/** A complete call received from a server. */
export interface Call {
  headers: Record<string, string>;
  body: string;
  /** The time at which the call began, by the history's clock. */
  start: number;
  /** The reason why its signature is invalid; null when it is valid. */
  forged: string | null;
}

/** Listens for callbacks signed with a secret, from servers that may be killed while sending one. */
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
      // The sender was killed while sending.
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
