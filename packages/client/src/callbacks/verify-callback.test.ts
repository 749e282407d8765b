import { createHmac } from 'node:crypto';
import { Webhook, WebhookVerificationError } from 'standardwebhooks';
import { describe, expect, test } from 'vitest';
import { failureOf } from '../../testing/scripted-server.ts';
import { buildInvoice, signTestEvent } from '../test-kit/index.ts';
import { CallbackError, verifyCallback } from './index.ts';

const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
const other = `whsec_${Buffer.alloc(32, 8).toString('base64')}`;
const third = `whsec_${Buffer.alloc(24, 9).toString('base64')}`;
const now = Date.parse('2026-11-21T10:00:00Z');
const at = { now: () => now };
const data = buildInvoice({ id: 'inv_1', note: 'Grüße', status: 'PAID' });
const event = { type: 'invoice.paid', timestamp: new Date(now).toISOString(), sequence: 1, data };
const verified = { ...event, webhookId: 'evt_1' };

/** Signs a callback with a third party's library. */
function signed(body = JSON.stringify(event), by = secret, time = now) {
  const headers = {
    'webhook-id': 'evt_1',
    'webhook-timestamp': String(Math.floor(time / 1000)),
    'webhook-signature': new Webhook(by).sign('evt_1', new Date(time), body),
  };
  return { body, headers };
}

async function refusal(...call: Parameters<typeof verifyCallback>): Promise<CallbackError> {
  const error = await failureOf<CallbackError>(verifyCallback(...call));
  expect(error).toBeInstanceOf(CallbackError);
  expect(String(error) + JSON.stringify(error)).not.toContain(secret.slice(6, 20));
  return error;
}

describe('what standardwebhooks signs', () => {
  const { body, headers } = signed();

  test.each<[string, string | Uint8Array | ArrayBuffer]>([
    ['text', body],
    ['a Buffer', Buffer.from(body)],
    ['bytes', new TextEncoder().encode(body)],
    ['an ArrayBuffer', new TextEncoder().encode(body).buffer],
  ])('is believed as %s', async (_, raw) => {
    expect(await verifyCallback(raw, headers, secret, at)).toEqual(verified);
  });

  test('is believed with Headers, and with names in any case', async () => {
    expect(await verifyCallback(body, new Headers(headers), secret, at)).toEqual(verified);
    const named = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toUpperCase(), value]));
    expect(await verifyCallback(body, named, secret, at)).toEqual(verified);
  });

  test('is believed with lists of one header each', async () => {
    const lists = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, [value]]));
    expect(await verifyCallback(body, lists, secret, at)).toEqual(verified);
  });

  test('is believed with a secret without whsec_', async () => {
    expect(await verifyCallback(body, headers, secret.slice(6), at)).toEqual(verified);
  });

  test('is believed while a secret rotates, on either side', async () => {
    const both = `${headers['webhook-signature']} ${signed(body, other).headers['webhook-signature']} v1a,unknown`;
    for (const one of [secret, other]) {
      expect(await verifyCallback(body, { ...headers, 'webhook-signature': both }, one, at)).toEqual(verified);
    }
    expect(await verifyCallback(body, headers, [other, third, secret], at)).toEqual(verified);
  });
});

describe('what signTestEvent signs', () => {
  test.each(['invoice.paid', 'invoice.under_paid', 'invoice.failed', 'invoice.expired'])(
    'standardwebhooks believes: %s',
    async (type) => {
      const { body, headers } = await signTestEvent({ type }, secret);
      expect(new Webhook(secret).verify(body, headers)).toMatchObject({ type, sequence: 1 });
      expect(() => new Webhook(other).verify(body, headers)).toThrow(WebhookVerificationError);
      const { data } = await verifyCallback(body, headers, secret);
      expect(data.status).toBe(type.replace('invoice.', '').toUpperCase());
    },
  );

  test('holds what the test wants of it', async () => {
    const { body, headers } = await signTestEvent({ sequence: 3, data: { id: 'inv_7', amount: 99 } }, [other, secret], {
      id: 'evt_7',
      at: now,
    });
    expect(headers['webhook-id']).toBe('evt_7');
    const own = await verifyCallback(body, headers, secret, at);
    expect(own).toMatchObject({ webhookId: 'evt_7', sequence: 3, data: { id: 'inv_7', amount: 99, status: 'PAID' } });
  });
});

describe('a callback is refused', () => {
  test.each(['body', 'webhook-id', 'webhook-timestamp', 'webhook-signature'])('when its %s is another', async (part) => {
    const { body, headers } = signed();
    const changed = { ...headers, ...(part !== 'body' && { [part]: `1${headers[part as keyof typeof headers]}`.slice(-12) }) };
    expect((await refusal(part === 'body' ? `${body} ` : body, changed, secret, at)).code).toBe('bad_signature');
  });

  test.each([
    ['another secret', signed(undefined, other).headers['webhook-signature']],
    ['no version', signed().headers['webhook-signature'].slice(3)],
    ['another version', signed().headers['webhook-signature'].replace('v1', 'v2')],
    ['half of it', signed().headers['webhook-signature'].slice(0, 20)],
    ['more than it', `${signed().headers['webhook-signature']}A`],
    ['nothing', 'v1,'],
    ['very much', 'v1,AAAA '.repeat(10_000)],
  ])('when it is signed with %s', async (_, signature) => {
    const { body, headers } = signed();
    expect((await refusal(body, { ...headers, 'webhook-signature': signature }, secret, at)).code).toBe('bad_signature');
  });

  test.each([
    ['301 s ago', -301_000],
    ['301 s ahead', 301_000],
  ])('when it was signed %s', async (words, ms) => {
    const { body, headers } = signed(undefined, secret, now + ms);
    const error = await refusal(body, headers, secret, at);
    expect(error.code).toBe('too_old');
    expect(error.message).toContain(words);
    expect(await verifyCallback(body, headers, secret, { ...at, toleranceSeconds: 400 })).toEqual(verified);
  });

  test('when the time is unknown', async () => {
    const { body, headers } = signed();
    expect((await refusal(body, headers, secret, { now: () => Number.NaN })).code).toBe('too_old');
  });

  test('but not when it was signed 299 s ago', async () => {
    const { body, headers } = signed(undefined, secret, now - 299_000);
    expect(await verifyCallback(body, headers, secret, at)).toEqual(verified);
  });

  test.each(['webhook-id', 'webhook-timestamp', 'webhook-signature'])('when it has no %s', async (name) => {
    const { body, headers } = signed();
    for (const value of [undefined, '', ['a', 'b']]) {
      const error = await refusal(body, { ...headers, [name]: value }, secret, at);
      expect(error.code).toBe('malformed');
      expect(error.message).toContain(name);
    }
  });

  test.each(['1e9', '-5', '12.5', 'now', '9'.repeat(13)])('when its timestamp is %s', async (timestamp) => {
    const { body, headers } = signed();
    expect((await refusal(body, { ...headers, 'webhook-timestamp': timestamp }, secret, at)).code).toBe('malformed');
  });

  test.each([
    '',
    'null',
    '[]',
    '{"type":"invoice.paid"}',
    '{"type":"invoice.paid","sequence":1,"data":{}}',
    JSON.stringify({ ...event, timestamp: undefined }),
    JSON.stringify({ ...event, data: { ...data, status: 'HALF_PAID' } }),
    JSON.stringify({ ...event, data: { ...data, paidAmount: undefined } }),
    '<html>',
  ])('when it is signed and no event: %s', async (body) => {
    expect((await refusal(body, signed(body).headers, secret, at)).code).toBe('malformed');
  });

  test('when its bytes are no UTF-8', async () => {
    const bytes = Buffer.concat([
      Buffer.from('{"type":"'),
      Buffer.from([0xff]),
      Buffer.from('","sequence":1,"data":{"id":"a"}}'),
    ]);
    const { headers } = signed();
    const content = Buffer.concat([Buffer.from(`evt_1.${headers['webhook-timestamp']}.`), bytes]);
    const signature = createHmac('sha256', Buffer.alloc(32, 7)).update(content).digest('base64');
    expect((await refusal(bytes, { ...headers, 'webhook-signature': `v1,${signature}` }, secret, at)).code).toBe('malformed');
  });
});

describe("the receiver's own mistake is a TypeError that does not repeat the secret", () => {
  const { body, headers } = signed();

  test.each<[string, unknown]>([
    ['', ''],
    ['not base64', 'whsec_!!!secret!!!'],
    ['too short', 'whsec_c2VjcmV0'],
    ['none', undefined],
    ['no list', []],
  ])('a secret that is %s', async (_, wrong) => {
    const error: unknown = await verifyCallback(body, headers, wrong as string, at).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(TypeError);
    expect(String(error)).not.toContain('!!!secret');
  });

  test.each([Number.NaN, -1, '5m'])('a tolerance of %s', async (toleranceSeconds) => {
    const old = signed(undefined, secret, now - 86_400_000);
    const options = { ...at, toleranceSeconds: toleranceSeconds as number };
    await expect(verifyCallback(old.body, old.headers, secret, options)).rejects.toThrow(TypeError);
  });

  test('a body that was parsed already', async () => {
    await expect(verifyCallback(event as never, headers, secret, at)).rejects.toThrow('raw body');
    // Express 4 turns a POST without a body into {}. Anyone can send that, so it is no mistake in the receiver's code.
    expect((await refusal({} as never, {}, secret, at)).code).toBe('malformed');
  });
});

test('an event of tomorrow is read', async () => {
  const body = JSON.stringify({ ...event, type: 'invoice.frozen', aFieldOfTomorrow: 1 });
  expect(await verifyCallback(body, signed(body).headers, secret, at)).toMatchObject({
    type: 'invoice.frozen',
    aFieldOfTomorrow: 1,
  });
});

describe('a signed body is malformed', () => {
  const text = JSON.stringify(event);

  test.each([
    ['a sequence that is rounded', '"sequence":1', '"sequence":9007199254740993', 'sequence'],
    ['a sequence of 0', '"sequence":1', '"sequence":0', 'sequence'],
    ['a paidAmount too large to be exact', '"paidAmount":12.5', '"paidAmount":99999999999999.99', 'paidAmount is too large'],
    ['an endless paidAmount', '"paidAmount":12.5', '"paidAmount":1e400', 'paidAmount is too large'],
    ['a negative amount', '"amount":12.5', '"amount":-12.5', 'amount is -12.5'],
    ['a status given twice', '"status":"PAID"', '"status":"PENDING","status":"PAID"', '"status" is given twice'],
    ['a type given twice', '"type":"invoice.paid"', '"type":"invoice.failed","type":"invoice.paid"', '"type" is given twice'],
    ['a page that steers terminals', 'https://pay.example/pay/inv_1', '\u009b2J\u202e', 'paymentUrl is "\\u{9b}2J\\u{202e}"'],
  ])('with %s', async (_, from, to, words) => {
    expect(text).toContain(from);
    const { body, headers } = signed(text.replace(from, to));
    const error = await refusal(body, headers, secret, at);
    expect([error.code, error.message]).toEqual(['malformed', expect.stringContaining(words)]);
  });

  test('not where the same numbers are written otherwise', async () => {
    const { body, headers } = signed(text.replace('"paidAmount":12.5', '"paidAmount" : 12.50'));
    expect(await verifyCallback(body, headers, secret, at)).toEqual(verified);
  });
});
