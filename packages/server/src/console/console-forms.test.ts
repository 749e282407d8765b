/** Tests the forms of the console: who may submit them, and how invalid input is handled. */
import { exampleCreate } from '@payment-invoice/generated/examples';
import { expect, test } from 'vitest';
import { openConsole } from '../../testing/console/open-console.ts';
import { startTestServer } from '../../testing/start-test-server.ts';

const forms = [
  '/sandbox/sign-in',
  '/sandbox/invoices',
  '/sandbox/invoices/ID/payments',
  '/sandbox/invoices/ID/callbacks',
  '/sandbox/tools/clock',
  '/sandbox/tools/outage',
  '/sandbox/tools/rate-limits',
  '/sandbox/tools/callback-secret',
  '/sandbox/sign-out',
];

test('every form is accepted only from our own page, and with POST', async () => {
  const server = await startTestServer();
  const { id } = await server.create();
  const reader = await openConsole(server);
  const fields = { action: 'part', part: 'verifier', on: 'true', seconds: '60', cashTag: '$a', amount: '1', token: server.token };
  for (const path of forms.map((form) => form.replace('ID', id))) {
    const statuses = [
      await reader.send(path, fields, { 'sec-fetch-site': 'cross-site' }),
      await reader.send(path, fields, { 'sec-fetch-site': '', origin: 'https://evil.example' }),
      await reader.send(path, { ...fields, form: '' }),
      await reader.send(path, { ...fields, form: '0'.repeat(32) }),
      await reader.send(path, { ...fields, huge: 'x'.repeat(40_000) }),
      await reader.send(path, fields, { 'content-type': 'application/json' }),
      await fetch(server.baseUrl + path, { method: 'DELETE' }),
    ].map(({ status }) => status);
    expect([path, ...statuses]).toEqual([path, 403, 403, 403, 403, 413, 415, 405]);
  }
  // None of the forms has changed anything.
  expect(await server.fetch(id)).toMatchObject({ status: 'PENDING' });
  expect((await reader.get('/sandbox')).text.match(/href="\/sandbox\/invoices\/inv_/g)).toHaveLength(1);
  expect((await reader.get('/sandbox/tools')).text).not.toMatch(/ahead|whsec_|>away<|>on</);
  // The same forms succeed with valid input.
  for (const path of forms.map((form) => form.replace('ID', id)))
    expect([200, 303]).toContain((await reader.send(path, fields)).status);
  expect(await server.fetch(id)).toMatchObject({ status: 'UNDER_PAID' });
});

test('no form does anything without a session', async () => {
  const server = await startTestServer();
  const { id } = await server.create();
  const reader = await openConsole(server);
  const cookie = reader.cookie.split('; ')[0] ?? '';
  for (const form of forms.slice(1, -1)) {
    const fields = { action: 'full', part: 'store', on: 'true', seconds: '9' };
    const { status, text } = await reader.send(form.replace('ID', id), fields, { cookie });
    expect([form, status, text.includes('name="token"')]).toEqual([form, 403, true]);
  }
  expect(await server.fetch(id)).toMatchObject({ status: 'PENDING' });
});

const wrong: [string, Record<string, string>, number][] = [
  ['invoices/inv_nothing/payments', { action: 'full' }, 404],
  ['invoices/ID/payments', { action: 'constructor' }, 303],
  ['invoices/ID/callbacks', { event: 'evt_nothing' }, 303],
  ['invoices/ID/callbacks', {}, 303],
  ['tools/clock', {}, 422],
  ['tools/clock', { seconds: '-1' }, 422],
  ['tools/clock', { seconds: '1e3' }, 422],
  ['tools/clock', { seconds: '999999999', unit: '99999' }, 422],
  ['tools/clock', { seconds: '5', unit: 'constructor' }, 422],
  ['tools/clock', { until: 'later' }, 422],
  ['tools/clock', { until: '9'.repeat(16) }, 422],
  ['tools/outage', { part: 'disk', on: 'true' }, 422],
  ['tools/outage', { on: 'true' }, 422],
  ['tools/rate-limits', { on: 'perhaps' }, 422],
  ['tools/rate-limits', {}, 422],
  ['invoices', {}, 422],
  ['invoices', { cashTag: '', amount: 'x' }, 422],
  ['invoices', { ...exampleCreate, amount: '1', idempotencyKey: '\u00e9' }, 400],
];

test('bad input is refused with a page that says why, and changes nothing', async () => {
  const server = await startTestServer();
  const { id } = await server.create();
  const reader = await openConsole(server);
  for (const [path, fields, status] of wrong) {
    const response = await reader.send(`/sandbox/${path.replace('ID', id)}`, fields);
    expect([path, fields, response.status]).toEqual([path, fields, status]);
    expect(response.headers.get('content-type')).toMatch(/^text\/html/);
    if (status >= 400) expect(response.text).toMatch(/class="notice refused"|class="error"|Nothing here/);
  }
  expect(await server.fetch(id)).toMatchObject({ status: 'PENDING' });
  expect((await reader.get('/sandbox/tools')).text).not.toMatch(/ahead|>away<|>on</);
});

test("creates an invoice with the digits as they were typed, and shows the API's errors next to their fields", async () => {
  const server = await startTestServer();
  const reader = await openConsole(server);
  const fields = {
    cashTag: '$coffeeshop',
    amount: '0.10',
    callbackUrl: '',
    returnUrl: ' https://shop.example/ ',
    isWhiteLabel: 'true',
  };
  const { status, location } = await reader.send('/sandbox/invoices', { ...fields, idempotencyKey: 'order-1' });
  const id = location?.match(/^\/sandbox\/invoices\/(inv_\w+)\?done=created$/)?.[1] ?? '';
  expect(status).toBe(303);
  expect(await server.fetch(id)).toMatchObject({ amount: 0.1, isWhiteLabel: true, returnUrl: 'https://shop.example/' });
  expect((await reader.send('/sandbox/invoices', { ...fields, idempotencyKey: 'order-1' })).location).toBe(location);
  const { text } = await reader.get(location ?? '');
  for (const part of ['The invoice was created.', '0.10 USD', '&#34;amount&#34;: 0.10', 'Idempotency-Key: order-1'])
    expect(text).toContain(part);
  const wrongFields = { cashTag: '"><b>', amount: '1.005', callbackUrl: 'javascript:alert(1)' };
  const refused = await reader.send('/sandbox/invoices', wrongFields);
  expect(refused.status).toBe(422);
  expect(refused.text).toContain('value="&#34;&#62;&#60;b&#62;"');
  for (const field of Object.keys(wrongFields)) expect(refused.text).toContain(`id="${field}-error"`);
});

test('simulates a payer, and shows each change, receipt and refusal', async () => {
  const server = await startTestServer();
  const { id } = await server.create();
  const reader = await openConsole(server);
  const play = async (action: string) =>
    (await reader.send(`/sandbox/invoices/${id}/payments`, { action })).location?.split('?')[1];
  expect(await play('pending')).toBe('refused=receipt_not_final');
  expect(await play('part')).toBe('done=paid');
  expect(await play('fail')).toBe('refused=receipt_payment_failed');
  await server.post('/sandbox/outage', { part: 'verifier', on: true });
  expect(await play('full')).toBe('refused=receipt_verifier_unavailable');
  await server.post('/sandbox/outage', { part: 'verifier', on: false });
  expect(await play('full')).toBe('done=paid');
  expect(await play('full')).toBe('refused=invoice_already_paid');
  const { text } = await reader.get(`/sandbox/invoices/${id}?refused=invoice_already_paid`);
  expect(text).toContain('The API refused: The invoice is already paid (invoice_already_paid).');
  expect(text.match(/<li class="change">/g)).toHaveLength(3);
  expect(text.match(/rcp_\w{26}<\/span>: 6.25 USD, completed/g)).toHaveLength(2);
  expect(text.match(/POST \/api\/v1\/payments\/submit</g)).toHaveLength(6);
  expect(text).not.toContain(server.token);
});
