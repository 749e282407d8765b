import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { readBody } from './read-body.ts';

/** A callback as it came in: the bytes that were signed, and the headers that sign them. */
export interface Callback {
  payload: string;
  headers: Record<string, string>;
}

/** Starts a receiver that takes every callback, and hands the next one to whoever waits. */
export async function startCallbackListener(): Promise<{
  url: string;
  next: () => Promise<Callback>;
  close: () => Promise<void>;
}> {
  const kept: Callback[] = [];
  const waiting: ((callback: Callback) => void)[] = [];
  const server = createServer((request, response) => {
    readBody(request).then(
      (payload) => {
        response.writeHead(204).end();
        const headers = Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)]));
        const waiter = waiting.shift();
        if (waiter) waiter({ payload, headers });
        else kept.push({ payload, headers });
      },
      () => response.destroy(),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/events`,
    next: async () => kept.shift() ?? (await new Promise<Callback>((resolve) => waiting.push(resolve))),
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
