import { inspect } from 'node:util';
import { exampleCreate as body } from '@payment-invoice/generated/examples';
import { expect, test } from 'vitest';
import { invoice, json, type Scripted, startScriptedServer } from '../../testing/scripted-server.ts';
import { createClient, responseOf, toResult } from '../index.ts';
import { makeHandClock } from '../test-kit/index.ts';

async function start(...script: Scripted[]) {
  const server = await startScriptedServer(...script);
  return createClient({ baseUrl: server.baseUrl, token: 'secret_token', clock: makeHandClock() });
}
const withHeaders = (headers: Record<string, string>) => json(invoice, 200, headers);

test('gives the response beside the value, which stays the plain invoice', async () => {
  const client = await start(
    'reset',
    withHeaders({
      'x-request-id': 'req_7',
      deprecation: '@1795255447',
      sunset: 'Sun, 22 Nov 2027 10:00:00 GMT',
      'idempotent-replayed': 'true',
    }),
  );
  const created = await client.createPayment(body);
  expect(created).toEqual(invoice);
  const response = responseOf(created);
  expect(response).toMatchObject({ status: 200, requestId: 'req_7', attempts: 2, isReplayed: true });
  expect(response?.headers.get('content-type')).toBe('application/json');
  expect(response?.deprecatedAt).toEqual(new Date(1_795_255_447_000));
  expect(response?.sunsetAt).toEqual(new Date('2027-11-22T10:00:00Z'));
});

test('gives the response after a wait and after toResult, without the parts that the response did not have', async () => {
  const client = await start(json({ ...invoice, status: 'PAID', receiptId: 'r', paidAmount: 12.5 }));
  const { value } = await toResult(client.waitForPayment('inv_1'));
  expect(value && responseOf(value)).toMatchObject({
    attempts: 1,
    requestId: undefined,
    isReplayed: false,
    deprecatedAt: undefined,
    sunsetAt: undefined,
  });
});

test('knows no copy', async () => {
  const created = await (await start(json(invoice))).createPayment(body);
  for (const copy of [{ ...created }, structuredClone(created), JSON.parse(JSON.stringify(created))])
    expect(responseOf(copy)).toBeUndefined();
});

test('shows nothing of the response or the token to whoever looks into the value', async () => {
  const created = await (await start(json(invoice))).createPayment(body);
  expect(created).toStrictEqual(invoice);
  expect(inspect(created)).toBe(inspect(invoice));
  expect(inspect(created, { showHidden: true, depth: 9 })).not.toContain('secret_token');
});

test('holds no token that the service repeats', async () => {
  const client = await start(withHeaders({ 'x-request-id': 'secret_token', 'x-echo': 'Bearer secret_token' }));
  const response = responseOf(await client.createPayment(body));
  expect([response?.requestId, response?.headers.get('x-echo')]).toEqual(['[secret]', 'Bearer [secret]']);
});
