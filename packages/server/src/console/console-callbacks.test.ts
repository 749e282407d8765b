/** Tests callbacks in the console: how attempts are displayed, and how a callback is sent again. */
import { expect, test, vi } from 'vitest';
import { startReceiver } from '../../testing/callbacks/start-receiver.ts';
import { openConsole, untilDelivered } from '../../testing/console/open-console.ts';
import { startTestServer } from '../../testing/start-test-server.ts';

test('shows each attempt of a callback with its next time, and sends it again', async () => {
  const receiver = await startReceiver((_, res) => {
    res.writeHead(receiver.calls.length === 1 ? 503 : 200, { 'retry-after': '120' }).end(`call <${receiver.calls.length}>`);
  });
  const server = await startTestServer();
  const { id } = await server.create({ callbackUrl: `${receiver.url}/hook` });
  await server.submit(id, await server.pay(id, 12.5));
  await untilDelivered(server, 'retry', 1);
  const reader = await openConsole(server);
  const path = `/sandbox/invoices/${id}`;
  await vi.waitFor(async () => expect((await reader.get(path)).text).toContain('Next attempt: <time'));
  const waiting = (await reader.get(path)).text;
  for (const part of ['Callback invoice.paid', 'POST /hook', 'Retry-After: 120', 'call &#60;1&#62;', 'webhook-signature: v1,•'])
    expect(waiting).toContain(part);
  const event = /name="event" value="(\w+)"/.exec(waiting)?.[1] ?? '';
  // The callback is sent immediately, although the next attempt was not due for two minutes.
  expect((await reader.send(`${path}/callbacks`, { event })).location).toBe(`${path}?done=resent`);
  await untilDelivered(server, 'delivered', 1);
  await vi.waitFor(async () => expect((await reader.get(path)).text).toContain('>delivered<'));
  await reader.send(`${path}/callbacks`, { event });
  await untilDelivered(server, 'delivered', 2);
  expect(receiver.calls.map(({ headers }) => headers['webhook-id'])).toEqual([event, event, event]);
});

test('a receiver that wants no more events is not called again', async () => {
  const receiver = await startReceiver((_, res) => void res.writeHead(410).end());
  const server = await startTestServer();
  const { id } = await server.create({ callbackUrl: receiver.url });
  await server.submit(id, await server.pay(id, 12.5));
  await untilDelivered(server, 'gone', 1);
  const reader = await openConsole(server);
  const page = async () => (await reader.get(`/sandbox/invoices/${id}`)).text;
  await vi.waitFor(async () => expect(await page()).toContain('>not wanted<'));
  const event = /evt_\w{26}/.exec(await page())?.[0] ?? '';
  const { location } = await reader.send(`/sandbox/invoices/${id}/callbacks`, { event });
  expect(location).toBe(`/sandbox/invoices/${id}?refused=callback`);
});
