import { createServer } from 'node:http';
import { listen } from './listen.ts';
import { readBody } from './read-body.ts';

/** A callback as it came in: the bytes that were signed, and the headers that sign them. */
interface Callback {
  payload: string;
  headers: Record<string, string>;
}

/** A receiver that takes every callback, and hands the next one to whoever waits. */
export interface CallbackListener {
  url: string;
  next: () => Promise<Callback>;
}

export async function startCallbackListener(): Promise<CallbackListener & { close: () => Promise<void> }> {
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
  const { port, close } = await listen(server);
  return {
    url: `http://127.0.0.1:${port}/events`,
    next: async () => kept.shift() ?? (await new Promise<Callback>((resolve) => waiting.push(resolve))),
    close,
  };
}
