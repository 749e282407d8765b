import { readdirSync, readFileSync, statSync } from 'node:fs';
import { get, type IncomingMessage } from 'node:http';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { describe, expect, test } from 'vitest';
import type { Verdict } from './engine/receipt.ts';
import { type Json, startTestServer, type TestServer } from './testing/start-test-server.ts';

describe('an invoice', () => {
  test('is created, part paid, paid over, and fetched', async () => {
    const server = await startTestServer();
    const returnUrl = 'HTTPS://Shop.Example/thanks?order=1042#a';
    const created = await server.create({ amount: 12.5, isWhiteLabel: true, callbackUrl: 'https://shop.example/cb', returnUrl });
    expect(created).toEqual({
      id: expect.stringMatching(/^inv_[0-9a-z]{26}$/),
      paymentUrl: `${server.baseUrl}/pay/${created.id}`,
      cashTag: '$coffeeshop',
      note: expect.stringMatching(/^[0-9A-Z]{5}-[0-9A-Z]{5}$/),
      amount: 12.5,
      isWhiteLabel: true,
      receiptId: null,
      paidAmount: null,
      status: 'PENDING',
      returnUrl,
      expiresAt: '2026-11-21T10:30:00.000Z',
      createdAt: '2026-11-21T10:00:00.000Z',
    });
    expect(await server.fetch(created.id)).toEqual(created);

    const part = await server.submit(created.id, await server.pay(created.id, '5.25'));
    expect(part).toMatchObject({
      status: 200,
      json: { status: 'UNDER_PAID', paidAmount: 5.25, receiptId: expect.stringMatching(/^rcp_/) },
    });
    const rest = await server.submit(created.id, await server.pay(created.id, 10));
    expect(rest.json).toEqual({ ...created, status: 'PAID', paidAmount: 15.25, receiptId: rest.json.receiptId });
    expect(rest.json.receiptId).not.toBe(part.json.receiptId);
    expect(await server.fetch(created.id)).toEqual(rest.json);
  });

  test('takes each receipt once', async () => {
    const server = await startTestServer();
    const { id } = await server.create();
    const receipt = await server.pay(id, 5);
    const responses = await Promise.all([1, 2, 3, 4].map(() => server.submit(id, receipt)));
    for (const response of responses)
      expect(response).toMatchObject({ status: 200, json: { status: 'UNDER_PAID', paidAmount: 5 } });
    const other = await server.create();
    expect(await server.submit(other.id, receipt)).toMatchObject({ status: 409, json: { code: 'receipt_already_used' } });
  });

  test('fails with its payment, and says so again', async () => {
    const server = await startTestServer();
    const { id } = await server.create();
    const receipt = await server.pay(id, 12.5, 'failed');
    for (let i = 0; i < 2; i++) {
      expect(await server.submit(id, receipt)).toMatchObject({ status: 200, json: { status: 'FAILED', paidAmount: null } });
    }
    expect(await server.submit(id, await server.pay(id, 1))).toMatchObject({ status: 409, json: { code: 'invoice_failed' } });
  });

  test('expires, at fetch and at submit, and keeps what was paid', async () => {
    const server = await startTestServer();
    const [fetched, submitted] = [await server.create(), await server.create()];
    const counted = await server.pay(submitted.id, 5);
    await server.submit(submitted.id, counted);
    const late = await server.pay(submitted.id, 7.5);
    server.clock.now += 30 * 60_000 - 1;
    expect(await server.fetch(fetched.id)).toMatchObject({ status: 'PENDING' });
    server.clock.now += 1;
    expect(await server.fetch(fetched.id)).toEqual({ ...fetched, status: 'EXPIRED' });
    server.clock.now -= 1;
    expect(await server.fetch(fetched.id)).toMatchObject({ status: 'EXPIRED' });
    server.clock.now += 1;
    expect(await server.submit(submitted.id, late)).toMatchObject({ status: 409, json: { code: 'invoice_expired' } });
    expect(await server.submit(submitted.id, counted)).toMatchObject({ status: 200, json: { status: 'EXPIRED', paidAmount: 5 } });
  });

  test.each([
    ['pending', 422, 'receipt_not_final', 12.5],
    ['reversed', 200, undefined, 12.5],
  ])('answers a %s payment with %d', async (outcome, status, code, amount) => {
    const server = await startTestServer();
    const { id } = await server.create();
    const response = await server.submit(id, await server.pay(id, amount, outcome));
    expect(response.status).toBe(status);
    expect(response.json.code).toBe(code);
  });

  test('refuses the receipt of another invoice, and what is no receipt', async () => {
    const server = await startTestServer();
    const [one, other] = [await server.create(), await server.create()];
    expect(await server.submit(one.id, await server.pay(other.id, 12.5))).toMatchObject({
      status: 422,
      json: { code: 'receipt_mismatch' },
    });
    expect(await server.submit(one.id, 'not a receipt')).toMatchObject({ status: 422, json: { code: 'receipt_invalid' } });
    expect(await server.fetch(one.id)).toEqual(one);
  });

  test('waits out a verifier that is away, and asks none about a receipt it has counted', async () => {
    let verdict: Verdict = 'unavailable';
    let asked = 0;
    const verify = async () => {
      asked++;
      return verdict;
    };
    const server = await startTestServer({ verifier: { verify } });
    const { id, note } = await server.create();
    const away = await server.post('/api/v1/payments/submit', { invoiceId: id, webReceipt: 'x' });
    expect(away).toMatchObject({ status: 503, json: { code: 'receipt_verifier_unavailable' } });
    expect(away.headers.get('retry-after')).toBe('5');
    const payment = { receiptId: 'r1', cashTag: 'COFFEESHOP', note, amount: 1250, currency: 'USD', paidAt: server.clock.now };
    verdict = { ...payment, paymentStatus: 'completed' };
    expect(await server.submit(id, 'x')).toMatchObject({ status: 200, json: { status: 'PAID', receiptId: 'r1' } });
    verdict = 'unavailable';
    expect(await server.submit(id, 'x')).toMatchObject({ status: 200, json: { status: 'PAID' } });
    expect(await server.submit(id, 'y')).toMatchObject({ status: 409, json: { code: 'invoice_already_paid' } });
    expect(asked).toBe(2);
  });

  test('part paid, survives a failed payment', async () => {
    const server = await startTestServer();
    const { id } = await server.create();
    await server.submit(id, await server.pay(id, 5));
    const failed = await server.submit(id, await server.pay(id, 7.5, 'failed'));
    expect(failed).toMatchObject({ status: 422, json: { code: 'receipt_payment_failed' } });
    expect(await server.fetch(id)).toMatchObject({ status: 'UNDER_PAID', paidAmount: 5 });
  });
});

describe('an account', () => {
  test("does not see, pay or change what is another one's", async () => {
    const server = await startTestServer();
    const token = server.otherToken;
    const { id } = await server.create();
    const receipt = await server.pay(id, 12.5);
    const withoutIds = ({ status, json: { requestId: _, ...json } }: { status: number; json: Json }) => ({ status, json });
    for (const [path, body] of [
      ['/api/v1/payments/fetch', {}],
      ['/api/v1/payments/submit', { webReceipt: receipt }],
      ['/sandbox/payments', { amount: 1, outcome: 'completed' }],
    ] as const) {
      const foreign = await server.post(path, { invoiceId: id, ...body }, token);
      const unknown = await server.post(path, { invoiceId: 'inv_00000000000000000000000000', ...body }, token);
      expect(foreign).toMatchObject({ status: 404, json: { code: 'invoice_not_found' } });
      expect(withoutIds(foreign)).toEqual(withoutIds(unknown));
    }
    await server.submit(id, receipt);
    const own = (await server.post('/api/v1/payments/create', { cashTag: '$coffeeshop', amount: 12.5 }, token)).json;
    const stolen = await server.post('/api/v1/payments/submit', { invoiceId: own.id, webReceipt: receipt }, token);
    expect(stolen).toMatchObject({ status: 422, json: { code: 'receipt_mismatch' } });
  });
});

describe('create', () => {
  test.each([
    [{ amount: 1.005 }, '/amount', 'amount_precision'],
    [{ amount: 0.001 }, '/amount', 'amount_out_of_range'],
    [{ amount: 999_999.995 }, '/amount', 'amount_out_of_range'],
    [{ returnUrl: 'javascript:alert(1)' }, '/returnUrl', 'url_not_allowed'],
    [{ callbackUrl: 'ftp://shop.example/' }, '/callbackUrl', 'url_not_allowed'],
    [{ callbackUrl: 'https://user:pw@shop.example/' }, '/callbackUrl', 'url_not_allowed'],
    [{ callbackUrl: 'https://@shop.example/' }, '/callbackUrl', 'url_not_allowed'],
    [{ callbackUrl: 'https://shop.example/#done' }, '/callbackUrl', 'url_not_allowed'],
    [{ callbackUrl: 'https://10.0.0.1/' }, '/callbackUrl', 'url_not_allowed'],
    [{ callbackUrl: 'https://0xa9fea9fe/' }, '/callbackUrl', 'url_not_allowed'],
    [{ callbackUrl: 'https://printer.local/' }, '/callbackUrl', 'url_not_allowed'],
    [{ returnUrl: 'https://user@shop.example/' }, '/returnUrl', 'url_not_allowed'],
    [{ returnUrl: 'https:shop.example' }, '/returnUrl', 'invalid_url'],
    [{ returnUrl: 'https:///path' }, '/returnUrl', 'invalid_url'],
    [{ returnUrl: '/relative' }, '/returnUrl', 'invalid_url'],
    [{ tip: 1 }, '/tip', 'unknown_property'],
  ])('%j is refused at %s', async (change, pointer, code) => {
    const server = await startTestServer();
    const response = await server.post('/api/v1/payments/create', { cashTag: '$coffeeshop', amount: 12.5, ...change });
    expect(response).toMatchObject({ status: 422, json: { code: 'validation_failed', errors: [{ pointer, code }] } });
    expect(response.json.errors).toHaveLength(1);
  });

  test('names every member that is wrong, whether the schema can say it or not', async () => {
    const server = await startTestServer({ cashTagPattern: /^\$?coffeeshop$/ });
    const namesOf = async (body: object, headers = {}) => {
      const response = await fetch(`${server.baseUrl}/api/v1/payments/create`, {
        method: 'POST',
        headers: { authorization: `Bearer ${server.token}`, 'content-type': 'application/json', ...headers },
        body: JSON.stringify(body),
      });
      const { errors } = (await response.json()) as Json;
      return [response.status, ...errors.map(({ pointer, code }: Json) => `${pointer} ${code}`).sort()];
    };
    expect(await namesOf({ callbackUrl: 'ftp://shop.example/', amount: 1.005, tip: 1 })).toEqual([
      422,
      '/amount amount_precision',
      '/callbackUrl url_not_allowed',
      '/cashTag required',
      '/tip unknown_property',
    ]);
    const types = { cashTag: '$teashop', amount: '1.005', callbackUrl: 5, returnUrl: 'ftp://shop.example/' };
    expect(await namesOf(types, { 'idempotency-key': 'bad key' })).toEqual([
      422,
      '/amount type',
      '/callbackUrl type',
      '/cashTag pattern',
      '/returnUrl url_not_allowed',
    ]);
    // Wrong in one way, and named once.
    expect(await namesOf({ cashTag: '$coffeeshop', amount: 0.001 })).toEqual([422, '/amount amount_out_of_range']);
  });
});

describe('an amount', () => {
  const spelt = (server: TestServer, amount: string) =>
    fetch(`${server.baseUrl}/api/v1/payments/create`, {
      method: 'POST',
      headers: { authorization: `Bearer ${server.token}`, 'content-type': 'application/json' },
      body: `{"cashTag":"$coffeeshop","amount":${amount}}`,
    });

  test.each([
    ['15.00', 15],
    ['1.5e1', 15],
    ['0.15E+2', 15],
    ['0.01', 0.01],
    ['999999.99', 999_999.99],
    ['4.350', 4.35],
  ])('%s is taken as %d', async (source, amount) => {
    const server = await startTestServer();
    const response = await spelt(server, source);
    expect([response.status, ((await response.json()) as Json).amount]).toEqual([200, amount]);
  });

  // The last two are doubles that show two decimals.
  test.each(['1.005', '12.345', '1.5e-2', '10.000000000000000001', '0.0100000000000000000001'])(
    '%s is refused',
    async (source) => {
      const server = await startTestServer();
      const response = await spelt(server, source);
      const { errors } = (await response.json()) as Json;
      expect([response.status, errors]).toMatchObject([422, [{ pointer: '/amount', code: 'amount_precision' }]]);
    },
  );
});

describe('a create with an idempotency key', () => {
  async function createWith(server: TestServer, key: string, body: object = {}, token = server.token) {
    const response = await fetch(`${server.baseUrl}/api/v1/payments/create`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', 'idempotency-key': key },
      body: JSON.stringify({ cashTag: '$coffeeshop', amount: 12.5, ...body }),
    });
    return {
      status: response.status,
      replayed: response.headers.get('idempotent-replayed'),
      json: (await response.json()) as Json,
    };
  }

  test('is answered the same again, however the invoice has changed', async () => {
    const server = await startTestServer();
    const first = await createWith(server, 'order-1042');
    expect(first).toMatchObject({ status: 200, replayed: null });
    await server.submit(first.json.id, await server.pay(first.json.id, 12.5));
    expect(await createWith(server, '"order-1042"')).toEqual({ ...first, replayed: 'true' });
    expect(await createWith(server, 'order-1042', { amount: 13 })).toMatchObject({
      status: 422,
      json: { code: 'idempotency_key_reused' },
    });
    const other = await createWith(server, 'order-1042', {}, server.otherToken);
    expect(other.json.id).not.toBe(first.json.id);
    expect(await createWith(server, 'bad key')).toMatchObject({ status: 400, json: { code: 'idempotency_key_invalid' } });
    // The body is judged first.
    const both = await createWith(server, 'bad key', { amount: 1.005 });
    expect(both).toMatchObject({ status: 422, json: { errors: [{ pointer: '/amount', code: 'amount_precision' }] } });
  });

  test('that come at once make one invoice', async () => {
    const server = await startTestServer();
    const responses = await Promise.all(Array.from({ length: 20 }, () => createWith(server, 'k')));
    expect(new Set(responses.map(({ json }) => json.id)).size).toBe(1);
    expect(responses.filter(({ replayed }) => replayed === null)).toHaveLength(1);
  });
});

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

  test('wants the same token', async () => {
    const server = await startTestServer();
    expect(await server.post('/sandbox/payments', {}, 'wrong')).toMatchObject({ status: 401, json: { code: 'invalid_token' } });
  });
});

describe("the sandbox's clock", () => {
  test('is moved forward, and what is due then is applied without a read', async () => {
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

  test('wants a token, and has an end', async () => {
    const server = await startTestServer();
    expect(await server.post('/sandbox/clock', { advanceSeconds: 1 }, 'wrong')).toMatchObject({ status: 401 });
    const year = { advanceSeconds: 31_536_000 };
    for (let i = 0; i < 10; i++) expect(await server.post('/sandbox/clock', year)).toMatchObject({ status: 200 });
    expect(await server.post('/sandbox/clock', year)).toMatchObject({ status: 422 });
  });
});

describe('pages', () => {
  test('every problem has one, and its type leads there', async () => {
    const server = await startTestServer();
    const { json } = await server.post('/api/v1/payments/fetch', { invoiceId: 'x' });
    const page = await fetch(json.type);
    expect(page.status).toBe(200);
    expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(await page.text()).toContain('No invoice of this account has that id.');
    expect((await fetch(`${server.baseUrl}/problems/nope`)).status).toBe(404);
  });

  test('the payment page shows what to pay', async () => {
    const server = await startTestServer();
    const { paymentUrl, note } = await server.create({ amount: 3 });
    const text = await (await fetch(paymentUrl)).text();
    for (const part of ['$3.00', note, 'Waiting for payment']) expect(text).toContain(part);
    expect((await fetch(`${server.baseUrl}/pay/inv_unknown`)).status).toBe(404);
  });

  test('the rest of the site answers, with a name for each request', async () => {
    const server = await startTestServer();
    for (const [path, status] of [
      ['/healthz', 200],
      ['/', 302],
      ['/nothing', 404],
      ['/api/v1/payments/create', 405],
      ['/sandbox/payments', 405],
    ] as const) {
      const response = await fetch(server.baseUrl + path, { redirect: 'manual' });
      expect(response.status).toBe(status);
      expect(response.headers.get('x-request-id')).toMatch(/^req_[0-9a-z]{26}$/);
      expect(response.headers.get('cache-control')).toBe('no-store');
    }
    expect([200, 503]).toContain((await fetch(`${server.baseUrl}/docs`)).status);
  });
});

describe('what is kept', () => {
  test('a second start has the same token and invoices, and its receipts still count', async () => {
    const first = await startTestServer();
    const created = await first.create();
    const receipt = await first.pay(created.id, 12.5);
    await first.close();
    const second = await startTestServer({ dataDir: first.dataDir });
    expect(second.token).toBe(first.token);
    expect(await second.fetch(created.id)).toEqual({ ...created, paymentUrl: `${second.baseUrl}/pay/${created.id}` });
    expect(await second.submit(created.id, receipt)).toMatchObject({ status: 200, json: { status: 'PAID' } });
  });

  test('neither log nor database holds a token or a receipt', async () => {
    const server = await startTestServer();
    const { id } = await server.create();
    const receipt = await server.pay(id, 5);
    await server.submit(id, receipt);
    await server.post('/api/v1/payments/fetch', { invoiceId: id }, 'pi_test_wrong');
    await server.submit(id, `${receipt}x`);
    await fetch(`${server.baseUrl}/api/v1/payments/fetch?token=${server.token}`);
    const log = server.log.join('');
    expect(server.log.length).toBeGreaterThan(6);
    const database = readdirSync(server.dataDir)
      .filter((name) => name.startsWith('payments.db'))
      .map((name) => readFileSync(join(server.dataDir, name), 'latin1'))
      .join('');
    expect(database).toContain(id);
    const signature = receipt.split('.')[2] ?? '';
    for (const secret of [server.token, server.token.slice(8, 40), 'pi_test_wrong', signature, 'Bearer']) {
      expect(log).not.toContain(secret);
      expect(database).not.toContain(secret);
    }
    expect(statSync(join(server.dataDir, 'sandbox.json')).mode & 0o777).toBe(0o600);
  });

  test('a store that cannot answer is a 503 that can be tried again', async () => {
    const server = await startTestServer();
    const other = new Database(join(server.dataDir, 'payments.db'));
    other.exec('BEGIN IMMEDIATE');
    const response = await server.post('/api/v1/payments/create', { cashTag: '$a', amount: 1 });
    expect(response).toMatchObject({ status: 503, json: { code: 'service_unavailable' } });
    expect(response.headers.get('retry-after')).toBe('5');
    expect(JSON.stringify(response.json)).not.toMatch(/sqlite|database/i);
    other.exec('ROLLBACK');
    other.close();
    expect(await server.create()).toMatchObject({ status: 'PENDING' });
  });

  test('a target that is no path is not found, and is not in the log with its query', async () => {
    const server = await startTestServer();
    const ask = async (path: string) => {
      const response = await new Promise<IncomingMessage>((resolve) => get(server.baseUrl, { path }, resolve));
      return { status: response.statusCode, text: Buffer.concat(await response.toArray()).toString() };
    };
    for (const target of ['http://[/x', '//user@[/x', 'http://host:x/', '*']) {
      const { status, text } = await ask(`${target}?token=secret#`);
      expect([target, status, JSON.parse(text).code]).toEqual([target, 404, 'not_found']);
    }
    expect(server.log.join('')).not.toContain('secret');
    for (const target of [server.baseUrl, 'HTTP://another.example:1']) {
      expect(await ask(`${target}/healthz?a#b`)).toEqual({ status: 200, text: '{"status":"ok"}' });
    }
  });

  test('a bug is a 500 that tells nothing, and is logged with the request id', async () => {
    const server = await startTestServer();
    server.services.store.close();
    const response = await server.post('/api/v1/payments/create', { cashTag: '$a', amount: 1 });
    expect(response).toMatchObject({ status: 500, json: { code: 'internal_error' } });
    expect(JSON.stringify(response.json)).not.toMatch(/sqlite|database/i);
    const logged = server.log.map((line) => JSON.parse(line)).find(({ msg }) => msg === 'failed');
    expect(logged).toMatchObject({ requestId: response.json.requestId, err: { message: expect.stringContaining('not open') } });
  });
});
