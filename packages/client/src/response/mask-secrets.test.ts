/** Tests that no error contains a token or a receipt, wherever the response repeats it. */
import { inspect } from 'node:util';
import { beforeEach, expect, test } from 'vitest';
import { failureOf, json, problem, type ScriptedServer, startScriptedServer } from '../../testing/scripted-server.ts';
import { createClient, ReceiptError } from '../index.ts';

let server: ScriptedServer;

beforeEach(async () => {
  server = await startScriptedServer();
});

const client = (token = 'sandbox_test_verySecret') => createClient({ baseUrl: server.baseUrl, token, maxRetries: 0 });

test.each([
  ['a token', 'eyJhbGciOiJFZERTQSJ9.e30.c2ln'],
  ['JSON', '{"receipt":"of-the-payer"}'],
  ['XML of several lines', '<receipt>\r\n  of-the-payer'],
  ['no ASCII', 'Quittung/Müller'],
])('masks a receipt that is %s where the response repeats it', async (_, webReceipt) => {
  const repeated = problem(422, 'receipt_invalid', { detail: `Unreadable: ${webReceipt}` }) as { text: string };
  // Writes JSON as some platforms do: only in ASCII, and with escaped slashes.
  const text = repeated.text.replaceAll('/', '\\/').replaceAll('ü', '\\u00fc');
  server.script = [{ ...repeated, text }];
  const error = await failureOf<ReceiptError>(client().submitReceipt({ invoiceId: 'inv_1', webReceipt }));
  expect(error).toBeInstanceOf(ReceiptError);
  expect(error.problem?.detail).toBe('Unreadable: [secret]');
  expect(inspect(error, { depth: 9 })).not.toMatch(/c2ln|of-the-payer|Quittung/);
});

test('masks a receipt of JSON in a response that is no problem details', async () => {
  const webReceipt = '{"receipt":"of-the-payer"}';
  server.script = [json({ message: `Unreadable: ${webReceipt}` }, 400)];
  const error = await failureOf(client().submitReceipt({ invoiceId: 'inv_1', webReceipt }));
  expect(String(error)).toContain('Unreadable: [secret]');
});

test('does not take a token of a few characters for a part of the code', async () => {
  server.script = [problem(401, 'invalid_token')];
  const call = client('token').fetchPayment({ invoiceId: 'inv_1' });
  await expect(call).rejects.toMatchObject({ code: 'invalid_token' });
});
