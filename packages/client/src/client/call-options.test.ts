/** Tests the options `token` and `headers` of one call, and the User-Agent of the client. */

import { exampleCreate as body } from '@payment-invoice/generated/examples';
import { beforeEach, describe, expect, test } from 'vitest';
import { invoice, json, problem, type ScriptedServer, startScriptedServer } from '../../testing/scripted-server.ts';
import { AuthenticationError, type ClientOptions, createClient, type TokenRequest, version } from '../index.ts';
import { makeHandClock } from '../test-kit/index.ts';

let server: ScriptedServer;

beforeEach(async () => {
  server = await startScriptedServer(json(invoice));
});

const start = (more: Partial<ClientOptions> = {}) =>
  createClient({ baseUrl: server.baseUrl, token: 'token_of_the_client', clock: makeHandClock(), ...more });
const sent = (name: string) => server.seen.map(({ headers }) => headers[name]);

describe('headers', () => {
  test('of the client and of one call are sent, and the call’s go first', async () => {
    const client = start({ headers: { 'X-Shop': 'one', 'x-both': 'client', 'User-Agent': 'my-shop/1' } });
    await client.createPayment(body, { headers: { 'X-Both': 'call', 'x-none': undefined } });
    await client.fetchPayment({ invoiceId: 'inv_1' });
    expect([sent('x-shop'), sent('x-both')]).toEqual([
      ['one', 'one'],
      ['call', 'client'],
    ]);
    expect(sent('user-agent')).toEqual(['my-shop/1', 'my-shop/1']);
    expect(server.seen[0]?.headers).not.toHaveProperty('x-none');
  });

  test.each([
    ['authorization', 'Bearer other', 'headers must not hold "authorization": the client sets it itself'],
    ['Idempotency-Key', 'order-1', 'headers must not hold "Idempotency-Key": the client sets it itself'],
    ['x-a', 'line\nbreak', 'headers must not hold "x-a"'],
    ['x a', 'a', 'headers must not hold "x a"'],
  ])('%s: %j is refused before anything is sent', async (name, value, words) => {
    await expect(start().fetchPayment({ invoiceId: 'inv_1' }, { headers: { [name]: value } })).rejects.toThrow(words);
    expect(() => start({ headers: { [name]: value } })).toThrow(words);
    expect(server.seen).toEqual([]);
  });

  test('name the client and its version, and tell the service of a retry', async () => {
    server.script = ['reset', json(invoice)];
    await start().createPayment(body);
    expect(sent('user-agent')).toEqual(Array(2).fill(`payment-invoice-client/${version}`));
    expect(sent('x-client-attempt')).toEqual([undefined, '2']);
  });
});

test('options that only a client or a call by path has are refused', async () => {
  // If `createPayment` ignored `params`, it would ignore the key inside, and a repeated create would make a second invoice.
  const params = { header: { 'Idempotency-Key': 'order-1' } };
  for (const option of [{ retryBudget: 5 }, { toString: 1 }, { body }, { params }] as object[])
    await expect(start().createPayment(body, option)).rejects.toThrow('There is no option');
  expect(server.seen).toEqual([]);
});

describe('the token', () => {
  test('of one call goes before the client’s', async () => {
    const client = start();
    await client.fetchPayment({ invoiceId: 'inv_1' }, { token: 'token_of_a_call' });
    await client.fetchPayment({ invoiceId: 'inv_1' }, { token: async () => 'token_of_a_function' });
    await client.fetchPayment({ invoiceId: 'inv_1' });
    expect(sent('authorization')).toEqual(['Bearer token_of_a_call', 'Bearer token_of_a_function', 'Bearer token_of_the_client']);
    await expect(client.fetchPayment({ invoiceId: 'inv_1' }, { token: 'a b' })).rejects.toThrow('visible ASCII');
  });

  test('that was refused is asked for once more, with what was refused, whatever retries are left', async () => {
    server.script = [problem(401, 'invalid_token'), json(invoice)];
    const asked: TokenRequest[] = [];
    const token = (request: TokenRequest) => {
      asked.push(request);
      return request.refusedToken === undefined ? 'token_of_a_cache' : 'token_that_is_new';
    };
    expect(await start({ token, maxRetries: 0, idempotency: false }).createPayment(body)).toEqual(invoice);
    expect(asked).toEqual([
      { attempt: 1, refusedToken: undefined },
      { attempt: 2, refusedToken: 'token_of_a_cache' },
    ]);
    expect(sent('authorization')).toEqual(['Bearer token_of_a_cache', 'Bearer token_that_is_new']);
  });

  test('is not asked for a third time', async () => {
    server.script = [problem(401, 'invalid_token')];
    let count = 0;
    const call = start({ token: () => `token_number_${++count}` }).createPayment(body);
    await expect(call).rejects.toBeInstanceOf(AuthenticationError);
    expect(sent('authorization')).toEqual(['Bearer token_number_1', 'Bearer token_number_2']);
  });

  test.each<[string, ClientOptions['token']]>([
    ['is the same again', () => 'token_of_the_client'],
    ['is no function', 'token_of_the_client'],
  ])('that %s is not sent again', async (_, token) => {
    server.script = [problem(401, 'invalid_token')];
    await expect(start({ token }).createPayment(body)).rejects.toBeInstanceOf(AuthenticationError);
    expect(server.seen).toHaveLength(1);
  });
});
