import { expect, test } from 'vitest';
import { invoice, json, problem, startScriptedServer } from '../../testing/scripted-server.ts';
import { createClient, toResult } from '../index.ts';

test('gives a success and a failure without a throw', async () => {
  const server = await startScriptedServer(json(invoice), problem(404, 'invoice_not_found'));
  const client = createClient({ baseUrl: server.baseUrl, token: 'token' });
  expect(await toResult(client.fetchPayment({ invoiceId: 'inv_1' }))).toEqual({ ok: true, value: invoice });
  const { ok, value, error } = await toResult(client.fetchPayment({ invoiceId: 'inv_2' }));
  expect([ok, value, error?.name]).toEqual([false, undefined, 'NotFoundError']);
});

test('still throws what is no failure of the call', async () => {
  const reason = new Error('the vault is closed');
  const client = createClient({ baseUrl: 'http://127.0.0.1:1', token: () => Promise.reject(reason) });
  await expect(toResult(client.fetchPayment({ invoiceId: 'inv_1' }))).rejects.toBe(reason);
  await expect(toResult(client.fetchPayment({ invoiceId: 'inv_1' }, { timeout: 1 } as object))).rejects.toThrow(TypeError);
});
