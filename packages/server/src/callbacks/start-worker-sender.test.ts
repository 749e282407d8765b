import { expect, it, onTestFinished } from 'vitest';
import { startWorkerSender } from './start-worker-sender.ts';
import { startReceiver } from './testing/start-receiver.ts';

const SECRET = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
const attempt = { id: 'evt_1', url: '', body: Buffer.from('{"note":"ß"}'), secrets: [SECRET], signedAt: 1_800_000_000_000 };

it('sends from its thread, under the same rules', async () => {
  const receiver = await startReceiver((_, res) => void res.writeHead(503, { 'retry-after': '7' }).end());
  const sender = startWorkerSender({ sandbox: true });
  onTestFinished(() => sender.close());
  const results = await Promise.all([
    sender.send({ ...attempt, url: receiver.url }),
    sender.send({ ...attempt, url: 'http://10.0.0.1/' }),
    sender.send({ ...attempt, url: 'http://127.0.0.1:1/' }),
  ]);
  expect(results).toEqual([
    { kind: 'answered', status: 503, retryAfter: '7' },
    { kind: 'blocked', reason: 'url_not_allowed' },
    { kind: 'failed', reason: 'ECONNREFUSED' },
  ]);
  expect(receiver.calls).toMatchObject([{ body: '{"note":"ß"}', headers: { 'webhook-id': 'evt_1' } }]);
});

it('fails what is under way when it is closed, and begins anew afterwards', async () => {
  const receiver = await startReceiver((_, res) => void (receiver.calls.length > 1 && res.writeHead(204).end()));
  const sender = startWorkerSender({ sandbox: true });
  onTestFinished(() => sender.close());
  const first = sender.send({ ...attempt, url: receiver.url });
  await expect.poll(() => receiver.calls.length).toBe(1);
  await sender.close();
  expect(await first).toEqual({ kind: 'failed', reason: 'closed' });
  expect(await sender.send({ ...attempt, url: receiver.url })).toMatchObject({ kind: 'answered', status: 204 });
});

it('a thread that breaks fails its attempts, and the next one begins another', async () => {
  // No thread can be given a function.
  const broken = startWorkerSender({ sandbox: true, resolveHost: async () => [] } as { sandbox: boolean });
  onTestFinished(() => broken.close());
  const receiver = await startReceiver();
  expect(await broken.send({ ...attempt, url: receiver.url })).toEqual({ kind: 'failed', reason: 'sender_broke' });
  expect(await broken.send({ ...attempt, url: receiver.url })).toEqual({ kind: 'failed', reason: 'sender_broke' });
});
