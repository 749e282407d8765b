/** Tests that no error message can control a terminal or a log, whatever text the service has sent. */
import { expect, test } from 'vitest';
import { json, type Scripted, startScriptedServer } from '../../testing/scripted-server.ts';
import { createClient, PaymentApiError, type PaymentInvoice } from '../index.ts';
import { createRawClient } from '../raw.ts';
import { buildInvoice } from '../test-kit/index.ts';

/** Control characters, characters that change the writing direction or break lines, and half a surrogate pair. */
const hostile = 'a\r\n::error::\u001b[2J\u009b31m\u0000\u007f\u0085\u2028\u2029\u202e\u2066\ufeff\u{e0041}\ud800\u00adz';
const acts = /[\p{C}\p{Zl}\p{Zp}]/u;

const problemOf = (status: number, more: object): Scripted => ({
  status,
  type: 'application/problem+json',
  text: JSON.stringify({ type: 'about:blank', title: 't', status, detail: 'd', code: 'c', ...more }),
});
const whole: PaymentInvoice = buildInvoice({ id: 'inv_1' });
/** A media type with a control character. Node sends it unchanged, because the character is part of Latin-1. */
const latin = 'text/\u009b31m';

test.each<[string, Scripted]>([
  ['a detail', problemOf(422, { detail: hostile })],
  ['a title', problemOf(500, { detail: undefined, title: hostile })],
  ['a code', problemOf(400, { code: hostile })],
  ['a request id', problemOf(404, { requestId: hostile })],
  ['a header', { status: 400, headers: { 'x-request-id': 'req \u009b31m' }, text: '' }],
  ['a pointer and a detail of items', problemOf(422, { errors: [{ pointer: hostile, code: 'c', detail: hostile }] })],
  ['a body', { status: 400, type: 'text/plain', text: hostile }],
  ['a media type', { status: 400, type: latin, text: 'x' }],
  ['the value of a field', json({ ...whole, status: hostile })],
  ['the value of a repeated field', json({ ...whole, id: hostile })],
  [
    'the name of a field',
    { type: 'application/json', text: JSON.stringify({ ...whole, [hostile]: 1 }).replace('{', '{"\\u009b":1,"\\u009b":1,') },
  ],
])('%s', async (_, response) => {
  const server = await startScriptedServer(response);
  const options = { baseUrl: server.baseUrl, token: 'secret_token', maxRetries: 0 };
  const client = createClient(options);
  const error: unknown = await client.fetchPayment({ invoiceId: 'inv_1' }).catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(PaymentApiError);
  const path = '/api/v1/payments/fetch';
  const body = { invoiceId: 'inv_1' };
  const results = await Promise.all([client.api.POST(path, { body }), createRawClient(options).POST(path, { body })]);
  const errors = [error, ...results.map((result) => result.error)].filter((one) => one instanceof Error);
  const messages = errors.flatMap((one) => [one.message, one.stack?.split('\n    at ')[0] ?? '']);
  expect(messages.filter((message) => acts.test(message))).toEqual([]);
  expect(messages[0]).toMatch(/\\u\{9b\}/);
});

test('plain words of any language stay as they are', () => {
  const words = 'Grüße, 払い戻し ✓ 😀 "quoted" \\ back';
  expect(new PaymentApiError(words).message).toBe(words);
});
