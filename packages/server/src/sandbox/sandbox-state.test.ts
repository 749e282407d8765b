import { exampleCreate } from '@payment-invoice/generated/examples';
import { describe, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts';

const create = (server: TestServer, token?: string) => server.post('/api/v1/payments/create', exampleCreate, token);

describe('every path of the sandbox', () => {
  const paths = ['/sandbox/tokens', '/sandbox/rate-limits', '/sandbox/outage', '/sandbox/callback-secret'];

  test.each(paths)('%s requires a token', async (path) => {
    const server = await startTestServer();
    expect(await server.post(path, {}, 'wrong')).toMatchObject({ status: 401, json: { code: 'invalid_token' } });
    expect((await fetch(server.baseUrl + path, { method: 'POST' })).status).toBe(401);
    expect((await fetch(server.baseUrl + path)).status).toBe(405);
  });

  test.each<[string, unknown, string[]]>([
    ['/sandbox/tokens', [], ['']],
    ['/sandbox/tokens', { scopes: 'invoices:read' }, ['/scopes type']],
    ['/sandbox/tokens', { scopes: null }, ['/scopes type']],
    ['/sandbox/tokens', { scopes: ['invoices:read', 'invoices:read'] }, ['/scopes pattern']],
    ['/sandbox/tokens', { scopes: ['all'] }, ['/scopes pattern']],
    ['/sandbox/tokens', { scopes: { 0: 'invoices:read' } }, ['/scopes pattern']],
    ['/sandbox/tokens', { expiresIn: 0, revoked: 'no', live: 1 }, ['/expiresIn pattern', '/revoked type', '/live type']],
    ['/sandbox/tokens', { accountId: 'acc_sandbox_other' }, ['/accountId unknown_property']],
    ['/sandbox/rate-limits', {}, ['/on required']],
    ['/sandbox/rate-limits', { on: 'true' }, ['/on type']],
    ['/sandbox/rate-limits', { on: true, 'a/b~c': 1 }, ['/a~1b~0c unknown_property']],
    ['/sandbox/outage', { on: true, part: 'disk' }, ['/part pattern']],
    ['/sandbox/outage', { part: 'store' }, ['/on required']],
    ['/sandbox/callback-secret', { secret: 'mine' }, ['/secret unknown_property']],
  ])('%s refuses %j', async (path, body, violations) => {
    const server = await startTestServer();
    const { status, json } = await server.post(path, body);
    expect([status, json.code]).toEqual([422, 'validation_failed']);
    const found = json.errors.map(({ pointer, code }: { pointer: string; code: string }) => `${pointer} ${code}`);
    expect(found).toEqual(violations.map((violation) => violation || ' type'));
    // None of these requests has switched anything off.
    expect((await create(server)).status).toBe(200);
  });
});

test('wrong tokens do not prevent anyone from turning the limits off', async () => {
  const server = await startTestServer();
  await server.post('/sandbox/rate-limits', { on: true });
  for (let i = 0; i < 20; i++) await create(server, 'wrong');
  expect((await create(server, 'wrong')).status).toBe(429);
  expect((await server.post('/sandbox/rate-limits', { on: false })).status).toBe(200);
  expect((await create(server)).status).toBe(200);
});

test('a token is revoked by its own account', async () => {
  const server = await startTestServer();
  const { token } = (await server.post('/sandbox/tokens', {})).json;
  const fetched = async () => (await server.post('/api/v1/payments/fetch', { invoiceId: 'x' }, token)).status;
  const revoke = (by?: string) => server.post('/sandbox/tokens/revoke', { token }, by);
  expect([(await revoke(server.otherToken)).json, await fetched()]).toEqual([{ revoked: false }, 404]);
  expect([(await revoke()).json, await fetched()]).toEqual([{ revoked: true }, 401]);
});

test('scopes of a token are removed by its own account, from the next request on', async () => {
  const server = await startTestServer();
  const { token } = (await server.post('/sandbox/tokens', {})).json;
  const fetched = async () => (await server.post('/api/v1/payments/fetch', { invoiceId: 'x' }, token)).status;
  const narrow = (by?: string) => server.post('/sandbox/tokens/scopes', { token, scopes: ['invoices:write'] }, by);
  expect([await fetched(), (await narrow(server.otherToken)).json, await fetched()]).toEqual([404, { narrowed: false }, 404]);
  expect([(await narrow()).json, await fetched()]).toEqual([{ narrowed: true, scopes: ['invoices:write'] }, 403]);
});

test('the tokens that the sandbox prints keep all their permissions', async () => {
  const server = await startTestServer();
  for (const token of [server.token, server.otherToken]) {
    for (const [path, more] of [
      ['revoke', {}],
      ['scopes', { scopes: [] }],
    ] as const) {
      const { status, json } = await server.post(`/sandbox/tokens/${path}`, { token, ...more }, token);
      expect([status, json.errors]).toEqual([422, [expect.objectContaining({ pointer: '/token', code: 'pattern' })]]);
    }
    expect((await create(server, token)).status).toBe(200);
  }
});

test('a token cannot make one with more permissions or a later expiry than its own', async () => {
  const server = await startTestServer();
  const mint = (wish: object, by?: string) => server.post('/sandbox/tokens', wish, by);
  const reader = (await mint({ scopes: ['invoices:read'], expiresIn: 600 })).json.token;
  expect(await mint({ scopes: ['invoices:write'] }, reader)).toMatchObject({ status: 403, json: { code: 'insufficient_scope' } });
  const child = (await mint({ expiresIn: 86_400 }, reader)).json.token;
  const create = { ...exampleCreate, amount: 1 };
  expect((await server.post('/api/v1/payments/create', create, child)).status).toBe(403);
  expect((await server.post('/api/v1/payments/fetch', { invoiceId: 'x' }, child)).status).toBe(404);
  server.clock.now += 600_000;
  expect((await server.post('/api/v1/payments/fetch', { invoiceId: 'x' }, child)).status).toBe(401);
});
