import { createServer, type IncomingHttpHeaders, type RequestListener } from 'node:http';
import { Webhook } from 'standardwebhooks';
import { expect, test } from 'vitest';
import { exampleInvoice } from '../testing/example-api.ts';
import { listen } from '../testing/listen.ts';
import { type CallbackSenderOptions, createCallbackSender, type InvoiceEvent } from './callbacks.ts';
import { createAjv } from './contract/create-ajv.ts';
import { loadContract } from './contract/load-contract.ts';

const secret = `whsec_${Buffer.alloc(32, 1).toString('base64')}`;
const newSecret = `whsec_${Buffer.alloc(32, 2).toString('base64')}`;
const event: InvoiceEvent = {
  type: 'invoice.paid',
  timestamp: '2026-11-21T10:05:00.000Z',
  sequence: 1,
  data: { ...exampleInvoice, status: 'PAID', paidAmount: 12.5, receiptId: 'Grüße' },
};

interface Received {
  headers: IncomingHttpHeaders & Record<string, string>;
  method: string | undefined;
  text: string;
}

/** Starts a receiver, and makes a sender that sends to it. */
async function start(
  options: Partial<CallbackSenderOptions> = {},
  response: RequestListener = (_, res) => void res.end('thanks'),
) {
  const received: Received[] = [];
  const server = createServer(async (req, res) => {
    const text = Buffer.concat(await req.toArray()).toString();
    received.push({ headers: req.headers as Received['headers'], method: req.method, text });
    response(req, res);
  });
  const url = `http://127.0.0.1:${await listen(server)}/callback`;
  const send = createCallbackSender({ secret, fetch, ...options });
  return { received, send: (id = 'evt_1', sent: object = event) => send({ url, id, event: sent as InvoiceEvent }) };
}

test('an event arrives as the contract says, and verifies', async () => {
  const { received, send } = await start();
  expect(await send()).toEqual({ status: 200, retryAfter: undefined });
  const [{ headers, method, text } = {} as Received] = received;
  expect(method).toBe('POST');
  expect(new Webhook(secret).verify(text, headers)).toEqual(event);

  // biome-ignore lint/suspicious/noExplicitAny: only a test looks so deep into the document.
  const contract = loadContract() as any;
  const { post } = contract.paths['/api/v1/payments/create'].post.callbacks.invoiceChanged['{$request.body#/callbackUrl}'];
  const ajv = createAjv({ strict: false }).addSchema(contract, 'contract:');
  for (const { name, required, schema } of post.parameters) {
    const value = schema.type === 'integer' ? Number(headers[name]) : headers[name];
    expect([name, required, ajv.validate(schema, value)]).toEqual([name, true, true]);
  }
  expect(Object.keys(post.requestBody.content)).toEqual([headers['content-type']]);
  expect(ajv.validate('contract:#/components/schemas/InvoiceEvent', JSON.parse(text))).toBe(true);
});

test('every attempt sends the same id and bytes, with a time of its own', async () => {
  let now = Date.parse('2026-11-21T10:05:00.999Z');
  const { received, send } = await start({ now: () => now });
  await send();
  now += 60_000;
  await send();
  const [first, second] = received;
  expect(second?.text).toBe(first?.text);
  expect(second?.headers['webhook-id']).toBe(first?.headers['webhook-id']);
  expect([first, second].map((one) => one?.headers['webhook-timestamp'])).toEqual(['1795255500', '1795255560']);
});

test('while a secret is replaced, both verify', async () => {
  const { received, send } = await start({ secret: [newSecret, secret] });
  await send();
  const [{ headers, text } = {} as Received] = received;
  expect(headers['webhook-signature']).toMatch(/^v1,\S+ v1,\S+$/);
  for (const one of [secret, newSecret]) expect(new Webhook(one).verify(text, headers)).toEqual(event);
});

test.each<[string, number, Record<string, string>]>([
  ['a redirect, which is not followed', 307, { Location: '/elsewhere' }],
  ['a receiver that is gone', 410, {}],
  ['a receiver that wants to be left alone', 503, { 'Retry-After': '120' }],
])('%s is told to the server', async (_what, status, headers) => {
  const { received, send } = await start({}, (_, res) => void res.writeHead(status, headers).end());
  expect(await send()).toEqual({ status, retryAfter: headers['Retry-After'] });
  expect(received).toHaveLength(1);
});

test('a response without end is left', async () => {
  const { send } = await start({}, (_, res) => void res.writeHead(200).write('and then, '));
  expect(await send()).toEqual({ status: 200, retryAfter: undefined });
});

test('a receiver that does not respond is not waited for', async () => {
  const { send } = await start({ timeout: 50 }, () => undefined);
  await expect(send()).rejects.toThrow(/timeout/);
});

test('what the contract does not name is left out, as the columns of a row are', async () => {
  const { received, send } = await start();
  await send('evt_1', { ...event, attempts: 3, data: { ...event.data, accountId: 'acct_1', passwordHash: 'x' } });
  expect(JSON.parse(received[0]?.text ?? '')).toEqual(event);
});

test.each<[string, object, string]>([
  ['of no change', { ...event, type: 'invoice.created' }, 'type must be equal to one of the allowed values'],
  ['with another change than its invoice', { ...event, type: 'invoice.failed' }, 'type must name the status in data'],
  ['without its invoice', { ...event, data: undefined }, "the event must have required property 'data'"],
  ['with half an invoice', { ...event, data: { id: 'inv_1' } }, "data must have required property 'amount'"],
  ['with a time of the database', { ...event, timestamp: '2026-11-21 10:05:00' }, 'timestamp must match format "date-time"'],
  ['with an amount as text', { ...event, data: { ...event.data, amount: '12.50' } }, 'data/amount must be number'],
  ['with a payment of nothing', { ...event, data: { ...event.data, paidAmount: null } }, 'data/paidAmount must not be null'],
])('an event %s is not sent, and the error names no value', async (_what, wrong, sentence) => {
  const { received, send } = await start();
  const error = await send('evt_1', wrong).catch((reason: unknown) => reason);
  expect(String(error)).toContain('Error: The event breaks the contract: ');
  expect(String(error)).toContain(sentence);
  expect(String(error)).not.toMatch(/12\.50|10:05|coffeeshop/);
  expect(received).toEqual([]);
});

test.each(['', 'whsec_', 'secret', 'whsec_!!!!', 'whsec_c2hvcnQ='])('the secret %j is refused, and not repeated', (wrong) => {
  const create = () => createCallbackSender({ secret: wrong, fetch });
  expect(create).toThrow(/^A callback secret must be "whsec_" followed by the base64 of 24 to 64 random bytes\.$/);
});

test('no secret is refused', () => expect(() => createCallbackSender({ secret: [], fetch })).toThrow('There is no secret'));

test.each(['', 'a.b', 'a b', 'a\r\nX: 1', 'ä'])('the id %j is refused', async (id) => {
  const { received, send } = await start();
  await expect(send(id)).rejects.toThrow('visible ASCII');
  expect(received).toEqual([]);
});
