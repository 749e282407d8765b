import { createServer } from 'node:http';
import { expect, test } from 'vitest';
import { close, listen } from '../servers/serve-requests.ts';
import { sandboxAdapter } from './sandbox.ts';

test('each request has a connection of its own: none that the sandbox closes just then', async () => {
  const asked = new WeakMap<object, number>();
  const server = createServer((request, response) => {
    const count = (asked.get(request.socket) ?? 0) + 1;
    asked.set(request.socket, count);
    if (count > 1) return void request.socket.destroy();
    response.end('{}');
  });
  const deployment = { baseUrl: await listen(server), token: 'token' };
  for (let count = 0; count < 6; count++) await expect(sandboxAdapter.limitRates(true, deployment)).resolves.toBeUndefined();
  await close(server);
});
