import { randomBytes } from 'node:crypto';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { Webhook } from 'standardwebhooks';
import { describe, expect, test } from 'vitest';
import { startReceiver } from '../../testing/callbacks/start-receiver.ts';
import { makeTestDirectory, startTestServer, type TestServer } from '../../testing/start-test-server.ts';
import { StartError } from '../errors/start-error.ts';

/** Verifies the signatures of the received events, and returns the events in the order of their sequence. */
const eventsOf = (server: TestServer, calls: Awaited<ReturnType<typeof startReceiver>>['calls']) =>
  calls
    .map(({ headers, body }) => new Webhook(server.callbackSecret).verify(body, headers as Record<string, string>))
    .map((event) => event as { type: string; sequence: number; data: unknown })
    .sort((a, b) => a.sequence - b.sequence);

describe('callbacks', () => {
  test('that were not sent are sent after a restart', async () => {
    const dataDir = makeTestDirectory();
    // Does not respond to the first attempt, so that the first server is stopped during the attempt.
    const receiver = await startReceiver((_, res) => void (receiver.calls.length > 1 && res.writeHead(200).end()));
    const before = await startTestServer({ dataDir });
    const { id } = await before.create({ amount: 10, callbackUrl: receiver.url });
    await before.submit(id, await before.pay(id, 10));
    await expect.poll(() => receiver.calls.length).toBe(1);
    await before.close();
    const after = await startTestServer({ dataDir });
    await expect.poll(() => receiver.calls.length).toBe(2);
    expect(receiver.calls[0]?.body).toBe(receiver.calls[1]?.body);
    expect(eventsOf(after, receiver.calls)).toMatchObject([{ sequence: 1 }, { sequence: 1 }]);
  });

  test('are counted, each attempt by its outcome', async () => {
    const server = await startTestServer();
    let status = 500;
    const receiver = await startReceiver((_, res) => void res.writeHead(status).end());
    const metrics = async () => (await fetch(`${server.baseUrl}/metrics`)).text();
    for (const [next, outcome] of [
      [500, 'retry'],
      [410, 'gone'],
      [200, 'delivered'],
    ] as const) {
      status = next;
      const { id } = await server.create({ amount: 10, callbackUrl: receiver.url });
      await server.submit(id, await server.pay(id, 10));
      await expect.poll(metrics).toContain(`payment_invoice_callback_attempts_total{outcome="${outcome}"} 1`);
    }
    expect(await metrics()).toContain('payment_invoice_callback_attempt_seconds_count 3');
    await expect.poll(metrics).toContain('payment_invoice_outbox_events 1');
  });

  test('are signed with a secret that is never in a log, nor in the database in plain text', async () => {
    const server = await startTestServer();
    const db = new Database(join(server.dataDir, 'payments.db'), { readonly: true });
    const sealed = db.prepare<[], Buffer>('SELECT sealed FROM callback_secrets').pluck().all();
    db.close();
    expect(sealed.length).toBe(2);
    expect(sealed.some((bytes) => bytes.includes('whsec') || bytes.includes(server.callbackSecret.slice(6)))).toBe(false);
    expect(server.log.join('')).not.toContain('whsec');
    expect(server.log.join('')).toContain('callbacks may use http and go to this machine');
  });
});

describe('the key that seals callback secrets', () => {
  test('keeps the secret after a restart', async () => {
    const dataDir = makeTestDirectory();
    const before = await startTestServer({ dataDir });
    await before.close();
    expect((await startTestServer({ dataDir })).callbackSecret).toBe(before.callbackSecret);
  });

  test('in the settings must be the one that sealed them', async () => {
    const dataDir = makeTestDirectory();
    const callbackKey = randomBytes(32);
    const before = await startTestServer({ dataDir, callbackKey });
    await before.close();
    const again = await startTestServer({ dataDir, callbackKey });
    expect(again.callbackSecret).toBe(before.callbackSecret);
    await again.close();
    const wrong = startTestServer({ dataDir, callbackKey: randomBytes(32) });
    await expect(wrong).rejects.toThrow(StartError);
    await expect(wrong).rejects.toThrow(/^CALLBACK_KEY is not the key .* \(account acc_sandbox\)\. Set it to that key\.$/);
  });

  test('is lost with sandbox.json; then the secrets are new, and so is the token', async () => {
    const dataDir = makeTestDirectory();
    const before = await startTestServer({ dataDir });
    await before.close();
    rmSync(join(dataDir, 'sandbox.json'));
    const after = await startTestServer({ dataDir });
    expect(after.callbackSecret).toMatch(/^whsec_/);
    expect(after.callbackSecret).not.toBe(before.callbackSecret);
    const receiver = await startReceiver();
    const { id } = await after.create({ amount: 10, callbackUrl: receiver.url });
    await after.submit(id, await after.pay(id, 10));
    await expect.poll(() => receiver.calls.length).toBe(1);
    expect(eventsOf(after, receiver.calls)).toMatchObject([{ type: 'invoice.paid' }]);
  });
});
