import { once } from 'node:events';
import { connect } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { startTestServer } from '../../testing/start-test-server.ts';

test('silent connections do not keep a client out', async () => {
  const server = await startTestServer({ maxConnections: 8 });
  const { hostname, port } = new URL(server.baseUrl);
  for (let i = 0; i < 12; i++) {
    const socket = connect(Number(port), hostname).on('error', () => undefined);
    onTestFinished(() => void socket.destroy());
    await once(socket, 'connect');
  }
  for (let i = 0; i < 3; i++) {
    const { status } = await fetch(`${server.baseUrl}/healthz`, { headers: { connection: 'close' } });
    expect(status).toBe(200);
  }
});
