import { type QueuedCallback, type QueueResult, startWorkerSender } from '@payment-invoice/kit/callbacks';
import { expect, onTestFinished, test } from 'vitest';
import { startReceiver } from '../../testing/callbacks/start-receiver.ts';

const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
const limits = { total: 64, perHost: 2 };

function startSender(settings = {}) {
  const sender = startWorkerSender({ sandbox: true, totalTimeout: 15_000, ...settings }, limits);
  onTestFinished(() => sender.close());
  return sender;
}

const callback = (url: string): QueuedCallback => ({
  id: 'evt_1',
  invoiceId: 'inv_1',
  accountId: 'acc_1',
  host: new URL(url).host,
  url,
  body: Buffer.from('{"note":"ß"}'),
  secrets: [secret],
  beginBy: Date.now() + 60_000,
});
const resultOf = (sent: QueueResult) => (sent.kind === 'sent' ? sent.result : sent);

test('sends from its thread, under the same rules', async () => {
  const receiver = await startReceiver((_, res) => void res.writeHead(503, { 'retry-after': '7' }).end());
  const sender = startSender();
  const signedFrom = Math.floor(Date.now() / 1000);
  const sent = await Promise.all(
    [receiver.url, 'http://10.0.0.1/', 'http://127.0.0.1:1/'].map((url) => sender.send(callback(url))),
  );
  expect(sent.map(resultOf)).toEqual([
    { kind: 'responded', status: 503, retryAfter: '7' },
    { kind: 'blocked', reason: 'url_not_allowed' },
    { kind: 'failed', reason: 'ECONNREFUSED' },
  ]);
  expect(receiver.calls).toMatchObject([{ body: '{"note":"ß"}', headers: { 'webhook-id': 'evt_1' } }]);
  expect(Number(receiver.calls[0]?.headers['webhook-timestamp'])).toBeGreaterThanOrEqual(signedFrom);
});

test('keeps the limits in its thread', async () => {
  const receiver = await startReceiver((_, res) => void (receiver.calls.length > 2 && res.writeHead(204).end()));
  const sender = startSender();
  const sent = Array.from({ length: 5 }, () => sender.send(callback(receiver.url)));
  await expect.poll(() => receiver.calls.length).toBe(2);
  sender.hold();
  expect(await Promise.all(sent.slice(2))).toEqual([{ kind: 'unsent' }, { kind: 'unsent' }, { kind: 'unsent' }]);
  expect(await sender.send(callback(receiver.url))).toEqual({ kind: 'unsent' });
  expect(receiver.calls.length).toBe(2);
});

test('fails the attempts under way when it is closed, and works again afterwards', async () => {
  const receiver = await startReceiver((_, res) => void (receiver.calls.length > 1 && res.writeHead(204).end()));
  const sender = startSender();
  const first = sender.send(callback(receiver.url));
  await expect.poll(() => receiver.calls.length).toBe(1);
  await sender.close();
  expect(resultOf(await first)).toEqual({ kind: 'failed', reason: 'closed' });
  expect(resultOf(await sender.send(callback(receiver.url)))).toMatchObject({ kind: 'responded', status: 204 });
});

test('if the thread fails, its attempts fail, and the next callback starts another thread', async () => {
  // Starting this sender fails, because a function cannot be passed to a thread.
  const broken = startSender({ resolveHost: async () => [] });
  const receiver = await startReceiver();
  const broke = { kind: 'failed', reason: 'sender_broke' };
  expect(resultOf(await broken.send(callback(receiver.url)))).toEqual(broke);
  expect(resultOf(await broken.send(callback(receiver.url)))).toEqual(broke);
});
