import { createServer } from 'node:http';
import { listen, readBody } from './serve-requests.ts';

/** A callback as received: the signed bytes, and the headers with the signature. */
interface Callback {
  payload: string;
  headers: Record<string, string>;
}

/** A receiver that accepts every callback. `next` returns the oldest callback that it has not returned yet, or waits for one. */
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
