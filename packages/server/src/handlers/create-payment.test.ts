import { exampleCreate } from '@payment-invoice/generated/examples';
import { describe, expect, test } from 'vitest';
import { type Json, startTestServer, type TestServer } from '../../testing/start-test-server.ts';

describe('create', () => {
  test.each([
    [{ amount: 1.005 }, '/amount', 'amount_precision'],
    [{ amount: 0 }, '/amount', 'amount_out_of_range'],
    [{ amount: 1_000_000 }, '/amount', 'amount_out_of_range'],
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
    const response = await server.post('/api/v1/payments/create', { ...exampleCreate, ...change });
    expect(response).toMatchObject({ status: 422, json: { code: 'validation_failed', errors: [{ pointer, code }] } });
    expect(response.json.errors).toHaveLength(1);
  });

  test('names every field that is wrong, whether the schema can say it or not', async () => {
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
    // Doubles as they are written with 17 digits, truncated or rounded.
    ['999999.98999999999', 999_999.99],
    ['9.9999998999999999e+05', 999_999.99],
    ['12.339999999999999', 12.34],
    ['0.0099999999999999999999999', 0.01],
    ['10.000000000000000001', 10],
  ])('%s is taken as %d', async (source, amount) => {
    const server = await startTestServer();
    const response = await spelt(server, source);
    expect([response.status, ((await response.json()) as Json).amount]).toEqual([200, amount]);
  });

  // The last two are the doubles next to 10 and 0.3.
  test.each(['1.005', '12.345', '1.5e-2', '10.000000000000002', '0.30000000000000004'])('%s is refused', async (source) => {
    const server = await startTestServer();
    const response = await spelt(server, source);
    const { errors } = (await response.json()) as Json;
    expect([response.status, errors]).toMatchObject([422, [{ pointer: '/amount', code: 'amount_precision' }]]);
  });
});

test.each([
  ['0.00999999', 'amount_out_of_range'],
  ['1000000.001', 'amount_out_of_range'],
  ['-0.001', 'amount_out_of_range'],
  ['1e-400', 'amount_out_of_range'],
  ['0', 'amount_out_of_range'],
  ['-1', 'amount_out_of_range'],
  ['1e400', 'amount_out_of_range'],
  ['1000000', 'amount_out_of_range'],
  ['999999.9899999999', 'amount_precision'],
  ['"12.345"', 'type'],
])('the amount %s is refused as %s', async (amount, code) => {
  const server = await startTestServer();
  const response = await fetch(`${server.baseUrl}/api/v1/payments/create`, {
    method: 'POST',
    headers: { authorization: `Bearer ${server.token}`, 'content-type': 'application/json' },
    body: `{"cashTag":"$coffeeshop","amount":${amount}}`,
  });
  const { errors } = (await response.json()) as Json;
  expect([response.status, errors]).toEqual([422, [{ pointer: '/amount', code, detail: expect.any(String) }]]);
});

describe('a create with an idempotency key', () => {
  async function createWith(server: TestServer, key: string, body: object = {}, token = server.token) {
    const response = await fetch(`${server.baseUrl}/api/v1/payments/create`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', 'idempotency-key': key },
      body: JSON.stringify({ ...exampleCreate, ...body }),
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
    // A null counts like a missing field, and a number as its nearest double, however the request spells them.
    const written = { callbackUrl: null, returnUrl: null, isWhiteLabel: null };
    expect(await createWith(server, 'order-1042', written)).toEqual({ ...first, replayed: 'true' });
    // Errors in the body come before an error in the key.
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

test('a refusal names the rule and the cure', async () => {
  const server = await startTestServer();
  const detailOf = async (body: object) =>
    (await server.post('/api/v1/payments/create', { ...exampleCreate, amount: 1, ...body })).json.errors[0].detail;
  expect(await detailOf({ cashTag: '$a b' })).toMatch(/^cashTag does not have the required form\. .*1 to 20 letters or digits/);
  expect(await detailOf({ returnUrl: 'https://متجر.example/' })).toMatch(/^returnUrl must be an absolute URL.*Punycode/);
  expect(await detailOf({ tip: 1 })).toBe('The operation has no field tip. Leave it out, or correct its name.');
});
