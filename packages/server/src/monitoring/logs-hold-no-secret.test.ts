import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { exampleCreate } from '@payment-invoice/generated/examples';
import { claimsOfReceipt, receiptAlgorithm, receiptType } from '@payment-invoice/kit/receipts';
import { allScopes, hashToken, makeToken } from '@payment-invoice/kit/tokens';
import { CompactSign } from 'jose';
import { expect, test } from 'vitest';
import { makeTestDirectory, startTestServer, type TestServer } from '../../testing/start-test-server.ts';
import { giveSecret } from '../callbacks/callback-key.ts';

const publicBaseUrl = 'https://pay.example';
const issuer = 'https://bank.example';
const metricsToken = 'metrics-0123456789abcdef';
const callbackKey = randomBytes(32);

interface Subject {
  server: TestServer;
  token: string;
  callbackSecret: string;
  callbackUrl: string;
  pay(invoice: { id: string; note: string }): Promise<string>;
}

async function startSandbox(): Promise<Subject> {
  const server = await startTestServer({ logLevel: 'trace', metricsToken, callbackKey });
  const { token, callbackSecret } = server;
  return { server, token, callbackSecret, callbackUrl: 'http://127.0.0.1:9/cb', pay: ({ id }) => server.pay(id, 5) };
}

async function startLive(): Promise<Subject> {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  const keys = join(makeTestDirectory(), 'keys.json');
  writeFileSync(keys, JSON.stringify({ keys: [{ ...publicKey.export({ format: 'jwk' }), kid: 'bank-1' }] }));
  const receipts = { keys, issuer };
  const server = await startTestServer({ mode: 'live', publicBaseUrl, callbackKey, metricsToken, receipts, logLevel: 'trace' });
  const { store } = server.services;
  const now = server.clock.now;
  await store.createAccount({ id: 'acc_1', mode: 'live', name: null, createdAt: now });
  const token = makeToken(randomBytes, 'live');
  const stored = { id: 'tok_1', accountId: 'acc_1', scopes: allScopes, label: null, createdAt: now };
  await store.saveToken({ ...stored, expiresAt: null, revokedAt: null }, hashToken(token));
  const callbackSecret = await giveSecret(store, 'acc_1', callbackKey, now, randomBytes);
  const pay: Subject['pay'] = ({ note }) => {
    const paid = { receiptId: 'rcp_1', cashTag: '$coffeeshop', note, amount: 500, currency: 'USD', paidAt: now } as const;
    const claims = claimsOfReceipt({ ...paid, paymentStatus: 'completed' }, { issuer, audience: publicBaseUrl }, now);
    return new CompactSign(Buffer.from(JSON.stringify(claims)))
      .setProtectedHeader({ alg: receiptAlgorithm, typ: receiptType, kid: 'bank-1' })
      .sign(privateKey);
  };
  // This host does not exist, so that a failed attempt is logged as well.
  return { server, token, callbackSecret, callbackUrl: 'https://callback.invalid/cb', pay };
}

test.each([
  ['sandbox', startSandbox],
  ['live', startLive],
])(
  'the log of a %s server, at the most detailed level, and its database contain no token, receipt, secret or key',
  async (_mode, start) => {
    const { server, token, callbackSecret, callbackUrl, pay } = await start();
    const lines = () => server.log.map((line) => JSON.parse(line));
    const send = async (path: string, init: RequestInit) => {
      const response = await fetch(server.address + path, { redirect: 'manual', ...init });
      return { status: response.status, text: await response.text() };
    };
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    const ask = (path: string, body: unknown, more: Record<string, string> = {}) =>
      send(`/api/v1/payments/${path}`, {
        method: 'POST',
        headers: { ...headers, ...more },
        body: typeof body === 'string' ? body : JSON.stringify(body),
      });

    const created = await ask('create', { ...exampleCreate, callbackUrl }, { 'idempotency-key': 'key-that-is-mine' });
    const invoice = JSON.parse(created.text);
    const webReceipt = await pay(invoice);
    expect((await ask('submit', { invoiceId: invoice.id, webReceipt })).status).toBe(200);
    await ask('submit', { invoiceId: invoice.id, webReceipt: `${webReceipt}x` });
    // Sends each secret in fields that are not meant for secrets.
    const wrong = makeToken(randomBytes, 'test');
    for (const text of [token, webReceipt, callbackSecret]) {
      await ask('fetch', { invoiceId: text.slice(0, 255) });
      await ask('fetch', { [text]: text });
      await ask('fetch', `{"invoiceId": "${text}`);
      await ask('create', { cashTag: text, amount: text, returnUrl: `https://${text}@shop.example/` });
      await send(`/api/v1/payments/fetch?token=${encodeURIComponent(text)}`, { method: 'POST', headers, body: '{}' });
      await send(`/${encodeURIComponent(text)}/${encodeURIComponent(text)}`, { headers });
      await send(`/api/v1/${encodeURIComponent(text)}`, { method: 'POST', headers, body: '{}' });
      await send('/healthz', { headers: { authorization: `Bearer ${text}`, 'x-request-id': text, 'user-agent': text } });
    }
    await ask('fetch', { invoiceId: invoice.id }, { authorization: `Bearer ${wrong}` });
    await send('/metrics', { headers: { authorization: `Bearer ${metricsToken}` } });
    await send(`/pay/${invoice.id}`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ webReceipt }).toString(),
    });
    await expect.poll(() => lines().some(({ msg }) => /callback|attempt|deliver/.test(msg ?? ''))).toBe(true);
    // Closes the store to cause an unexpected error, which is logged with all its details.
    await server.services.store.close();
    expect((await ask('create', { ...exampleCreate, amount: 1 })).status).toBe(500);

    const log = server.log.join('');
    expect(lines().length).toBeGreaterThan(25);
    const [head = '', claims = '', signature = ''] = webReceipt.split('.');
    const ofReceipt = [webReceipt, head, claims, signature];
    const secrets = [token, wrong, ...ofReceipt, callbackSecret, metricsToken, callbackKey.toString('base64')];
    const database = readdirSync(server.dataDir)
      .filter((name) => name.startsWith('payments.db'))
      .map((name) => readFileSync(join(server.dataDir, name), 'latin1'))
      .join('');
    expect(database).toContain(invoice.id);
    const parts = [token.slice(8, 40), callbackSecret.slice(6, 40), 'Bearer'];
    for (const secret of [...secrets, ...parts]) expect(database).not.toContain(secret);
    for (const secret of [...secrets, ...parts, 'key-that-is-mine']) {
      expect(log).not.toContain(secret);
      expect(log).not.toContain(encodeURIComponent(secret));
    }
  },
);
