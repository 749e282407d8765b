import { join } from 'node:path';
import Database from 'better-sqlite3';
import { describe, expect, test } from 'vitest';
import { type Json, startTestServer } from '../../testing/start-test-server.ts';

describe('the sandbox rail', () => {
  test.each([
    [{}, ['/invoiceId', '/amount', '/outcome']],
    [[], ['']],
    [{ invoiceId: 'x', amount: '1.005', outcome: 'completed' }, ['/amount']],
    [{ invoiceId: 'x', amount: 0, outcome: 'completed' }, ['/amount']],
    [{ invoiceId: 'x', amount: true, outcome: 'completed' }, ['/amount']],
    [{ invoiceId: 5, amount: 1, outcome: 'later' }, ['/invoiceId', '/outcome']],
    [{ invoiceId: 'x', amount: 1, outcome: 'completed', tip: 1 }, ['/tip']],
  ])('%j is refused', async (body, pointers) => {
    const server = await startTestServer();
    const { status, json } = await server.post('/sandbox/payments', body);
    expect(status).toBe(422);
    expect(json.errors.map((item: { pointer: string }) => item.pointer)).toEqual(pointers);
  });

  test('reads an amount as a create does: by its nearest double', async () => {
    const server = await startTestServer();
    const send = async (path: string, body: string): Promise<Json> => {
      const headers = { authorization: `Bearer ${server.token}`, 'content-type': 'application/json' };
      return (await fetch(server.baseUrl + path, { method: 'POST', headers, body })).json();
    };
    const { id } = await server.create();
    const differing: string[] = [];
    const long = ['1.5000000000000000000', '1.0000000000000000000000001', '0.9999999999999999999999'];
    for (const amount of ['1.50', '15e-1', ...long, '-1', '0']) {
      const create = `{"cashTag":"$coffeeshop","amount":${amount}}`;
      const { id: created, errors: asCreated } = await send('/api/v1/payments/create', create);
      const payment = `{"invoiceId":"${id}","amount":${amount},"outcome":"completed"}`;
      const { webReceipt, errors } = await send('/sandbox/payments', payment);
      expect([amount, created ?? asCreated]).not.toContain(undefined);
      if ((webReceipt === undefined) !== (created === undefined) || errors?.[0].code !== asCreated?.[0].code)
        differing.push(amount);
    }
    expect(differing).toEqual([]);
  });

  test("makes no receipt for another account's invoice, which it treats like an unknown one", async () => {
    const server = await startTestServer();
    const { id } = await server.create();
    const pay = async (invoiceId: string) => {
      const order = { invoiceId, amount: 1, outcome: 'completed' };
      const { status, json } = await server.post('/sandbox/payments', order, server.otherToken);
      return { status, ...json, requestId: 'any' };
    };
    const foreign = await pay(id);
    expect(foreign).toMatchObject({ status: 404, code: 'invoice_not_found' });
    expect(foreign).toEqual(await pay('inv_00000000000000000000000000'));
  });

  test.each([{}, { note: 'x' }, { amount: 1 }, { paidAt: 'then' }, { signedAgain: 'x' }, { amount: 0, currency: 'X' }])(
    'makes no receipt that differs by %j',
    async (differs) => {
      const server = await startTestServer();
      const { id } = await server.create();
      const order = { invoiceId: id, amount: 1, outcome: 'completed', differs };
      expect((await server.post('/sandbox/payments', order)).status).toBe(422);
    },
  );

  test('requires the same token', async () => {
    const server = await startTestServer();
    expect(await server.post('/sandbox/payments', {}, 'wrong')).toMatchObject({ status: 401, json: { code: 'invalid_token' } });
  });
});

describe("the sandbox's clock", () => {
  test('is moved forward, and everything that is due then is applied without a read', async () => {
    const server = await startTestServer();
    const { id, expiresAt } = await server.create({ callbackUrl: 'http://127.0.0.1:9/' });
    const { status, json } = await server.post('/sandbox/clock', { advanceSeconds: 1800 });
    expect([status, json]).toEqual([200, { now: expiresAt }]);
    const events = new Database(join(server.dataDir, 'payments.db'), { readonly: true });
    const [body] = events.prepare('SELECT body FROM outbox').pluck().all() as Buffer[];
    events.close();
    expect(JSON.parse(String(body))).toMatchObject({ type: 'invoice.expired', sequence: 1, data: { id, status: 'EXPIRED' } });
    expect(await server.create()).toMatchObject({ createdAt: expiresAt });
  });

  test.each([
    [{}, 'required'],
    [{ advanceSeconds: '60' }, 'type'],
    [{ advanceSeconds: null }, 'type'],
    [{ advanceSeconds: -1 }, 'pattern'],
    [{ advanceSeconds: 0.5 }, 'pattern'],
    [{ advanceSeconds: 1e9 }, 'pattern'],
    [{ advanceSeconds: 1, back: true }, 'unknown_property'],
  ])('%j is refused', async (body, code) => {
    const server = await startTestServer();
    const response = await server.post('/sandbox/clock', body);
    expect(response).toMatchObject({ status: 422, json: { code: 'validation_failed', errors: [{ code }] } });
    expect(await server.create()).toMatchObject({ createdAt: '2026-11-21T10:00:00.000Z' });
  });

  test('requires a token, and has a limit', async () => {
    const server = await startTestServer();
    expect(await server.post('/sandbox/clock', { advanceSeconds: 1 }, 'wrong')).toMatchObject({ status: 401 });
    const year = { advanceSeconds: 31_536_000 };
    for (let i = 0; i < 10; i++) expect(await server.post('/sandbox/clock', year)).toMatchObject({ status: 200 });
    expect(await server.post('/sandbox/clock', year)).toMatchObject({ status: 422 });
  });
});
