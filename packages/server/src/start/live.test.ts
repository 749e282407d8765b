import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { exampleCreate } from '@payment-invoice/generated/examples';
import { claimsOfReceipt } from '@payment-invoice/kit/receipts';
import { allScopes, hashToken, type Mode, makeToken } from '@payment-invoice/kit/tokens';
import { CompactSign } from 'jose';
import { describe, expect, test } from 'vitest';
import { makeTestDirectory, postJson, startTestServer, type TestServer } from '../../testing/start-test-server.ts';
import { StartError } from '../errors/start-error.ts';
import type { StoredToken } from '../store/account-store.ts';

const issuer = 'https://bank.example';
const publicBaseUrl = 'https://pay.example';
const { privateKey, publicKey } = generateKeyPairSync('ed25519');

function startLive(settings: Parameters<typeof startTestServer>[0] = {}): Promise<TestServer> {
  const keys = join(makeTestDirectory(), 'keys.json');
  writeFileSync(keys, JSON.stringify({ keys: [{ ...publicKey.export({ format: 'jwk' }), kid: 'bank-1' }] }));
  return startTestServer({ mode: 'live', publicBaseUrl, callbackKey: randomBytes(32), receipts: { keys, issuer }, ...settings });
}

/** Makes a token, and its account if it does not exist. */
async function mint(server: TestServer, change: Partial<StoredToken> & { mode?: Mode; tokenMode?: Mode } = {}): Promise<string> {
  const { mode = 'live', tokenMode = mode, ...stored } = change;
  const { store } = server.services;
  const accountId = `acc_${mode}`;
  await store.createAccount({ id: accountId, mode, name: null, createdAt: 0 });
  const text = makeToken(randomBytes, tokenMode);
  const defaults = { accountId, scopes: allScopes, label: null, createdAt: 0, expiresAt: null, revokedAt: null };
  await store.saveToken({ ...defaults, id: `tok_${randomBytes(8).toString('hex')}`, ...stored }, hashToken(text));
  return text;
}

const api = '/api/v1/payments';
const post = ({ address }: TestServer, path: string, body: unknown, token: string) => postJson(address + path, token, body);
const create = (server: TestServer, token: string, body: object = {}) =>
  post(server, `${api}/create`, { ...exampleCreate, ...body }, token);

describe('a live server', () => {
  test('accepts the receipts of its issuer, for its own base URL', async () => {
    const server = await startLive();
    const token = await mint(server);
    const { json: invoice } = await create(server, token);
    expect(invoice.paymentUrl).toBe(`${publicBaseUrl}/pay/${invoice.id}`);
    const now = server.clock.now;
    const { cashTag, note } = invoice;
    const receipt = { receiptId: 'r1', cashTag, note, amount: 1250, currency: 'USD', paidAt: now };
    const claims = (audience: string) => claimsOfReceipt({ ...receipt, paymentStatus: 'completed' }, { issuer, audience }, now);
    const sign = (audience: string) =>
      new CompactSign(Buffer.from(JSON.stringify(claims(audience))))
        .setProtectedHeader({ alg: 'Ed25519', typ: 'web-receipt+jwt', kid: 'bank-1' })
        .sign(privateKey);
    const submit = async (audience: string) =>
      post(server, `${api}/submit`, { invoiceId: invoice.id, webReceipt: await sign(audience) }, token);
    expect(await submit('https://other.example')).toMatchObject({ status: 422, json: { code: 'receipt_invalid' } });
    expect(await submit(publicBaseUrl)).toMatchObject({ status: 200, json: { status: 'PAID', receiptId: 'r1' } });
  });

  test('has nothing of a sandbox', async () => {
    const server = await startLive();
    const token = await mint(server);
    for (const path of ['/sandbox/payments', '/sandbox/clock'])
      expect(await post(server, path, {}, token)).toMatchObject({ status: 404, json: { code: 'not_found' } });
    expect(server.token).toBe('');
    const url = 'http://shop.example/';
    for (const body of [{ callbackUrl: url }, { callbackUrl: 'https://127.0.0.1/' }, { returnUrl: url }])
      expect(await create(server, token, body)).toMatchObject({ status: 422 });
    expect(await create(server, token, { callbackUrl: 'https://shop.example:8443/' })).toMatchObject({ status: 200 });
  });

  test('rejects test tokens, and tokens with the wrong prefix', async () => {
    const server = await startLive();
    for (const change of [{ mode: 'test' }, { mode: 'test', tokenMode: 'live' }, { mode: 'live', tokenMode: 'test' }] as const)
      expect(await create(server, await mint(server, change))).toMatchObject({ status: 401, json: { code: 'invalid_token' } });
    expect(await create(server, await mint(server))).toMatchObject({ status: 200 });
  });

  test('does not start without the URL that receipts must be made for', async () => {
    await expect(startLive({ publicBaseUrl: undefined })).rejects.toThrow(/^PUBLIC_BASE_URL is not set/);
    await expect(startLive({ publicBaseUrl: '' })).rejects.toThrow(StartError);
  });

  test('is refused on the data of a sandbox, and a sandbox on its data', async () => {
    const sandbox = await startTestServer();
    await sandbox.close();
    const onSandbox = startLive({ dataDir: sandbox.dataDir });
    await expect(onSandbox).rejects.toThrow(StartError);
    await expect(onSandbox).rejects.toThrow(/belongs to a sandbox, whose receipts anyone can make/);
    const server = await startLive();
    await mint(server);
    await server.close();
    await expect(startTestServer({ dataDir: server.dataDir })).rejects.toThrow(/holds live accounts/);
  });
});

describe('for the operator', () => {
  const get = async ({ address }: TestServer, path: string, token?: string) => {
    const response = await fetch(address + path, token === undefined ? {} : { headers: { authorization: `Bearer ${token}` } });
    return { status: response.status, text: await response.text() };
  };

  test('a live server shows its metrics only for a token', async () => {
    const closed = await startLive();
    expect(await get(closed, '/metrics')).toMatchObject({ status: 404 });
    const metricsToken = 'watching-the-shop';
    const server = await startLive({ metricsToken });
    await create(server, await mint(server));
    expect((await get(server, '/metrics')).status).toBe(401);
    expect((await get(server, '/metrics', 'another')).status).toBe(401);
    const { status, text } = await get(server, '/metrics', metricsToken);
    expect(status).toBe(200);
    expect(text).toContain('payment_invoice_requests_total{operation="createPayment",status="200"} 1');
    expect(text).toContain('payment_invoice_request_seconds_count{operation="createPayment"} 1');
    expect(text).toContain('payment_invoice_invoices{status="PENDING"} 1');
    expect(text).toContain('payment_invoice_outbox_events 0');
    expect(server.log.join('')).not.toContain(metricsToken);
  });

  test('readiness depends on the store, health does not', async () => {
    const server = await startLive();
    expect(await get(server, '/readyz')).toMatchObject({ status: 200 });
    await server.services.store.close();
    expect((await get(server, '/readyz')).status).toBeGreaterThanOrEqual(500);
    expect(await get(server, '/healthz')).toMatchObject({ status: 200 });
  });
});

test('a pattern restricts the tags of new invoices, and is named together with other errors', async () => {
  const server = await startTestServer({ cashTagPattern: /^(?:\$coffee.*)$/u });
  expect(await server.create()).toMatchObject({ status: 'PENDING' });
  const { errors } = await server.create({ cashTag: '$teashop', amount: '1.005', returnUrl: 'ftp://shop.example/' });
  expect(errors.map(({ pointer, code }: Record<string, string>) => `${pointer} ${code}`).sort()).toEqual([
    '/amount type',
    '/cashTag pattern',
    '/returnUrl url_not_allowed',
  ]);
});
