/** Tests that the client accepts a success only if it contains an invoice of the contract that matches the request. */

import { exampleCreate as smallest } from '@payment-invoice/generated/examples';
import { describe, expect, test } from 'vitest';
import { failureOf, invoice, json, type Scripted, startScriptedServer } from '../../testing/scripted-server.ts';
import { type ClientOptions, createClient, UnexpectedResponseError } from '../index.ts';

const body = { ...smallest, returnUrl: 'https://shop.example/thanks' };
const whole = { ...invoice, returnUrl: body.returnUrl };

async function create(fields: object, options: Partial<ClientOptions> = {}, sent: Parameters<typeof send>[1] = body) {
  const server = await startScriptedServer(json({ ...whole, ...fields }));
  return send(createClient({ baseUrl: server.baseUrl, token: 'secret_token', ...options }), sent);
}
const send = (client: ReturnType<typeof createClient>, sent: Parameters<typeof client.createPayment>[0]) =>
  client.createPayment(sent);

describe('a create is refused', () => {
  test.each<[string, object, string]>([
    ['another tag', { cashTag: '$thief' }, 'cashTag is "$thief", not "$coffeeshop"'],
    ['another amount', { amount: 0.01 }, 'amount is 0.01, not 12.5'],
    ['another label', { isWhiteLabel: true }, 'isWhiteLabel is true, not false'],
    ['another returnUrl', { returnUrl: 'https://thief.example' }, 'returnUrl is "https://thief.example", not "https://shop'],
    ['no returnUrl', { returnUrl: null }, 'returnUrl is null'],
    ['PAID', { status: 'PAID', receiptId: 'rcp_1', paidAmount: 12.5 }, 'status is "PAID", not "PENDING"'],
    ['a status that the contract does not have', { status: 'PAYED' }, 'status is "PAYED"'],
    ['no paymentUrl', { paymentUrl: undefined }, 'paymentUrl is missing'],
    ['an empty paymentUrl', { paymentUrl: '' }, 'paymentUrl is ""'],
    ['a relative paymentUrl', { paymentUrl: '/pay/inv_1' }, 'paymentUrl is "/pay/inv_1"'],
    ['a script as paymentUrl', { paymentUrl: 'JavaScript:alert(1)' }, 'paymentUrl is "JavaScript:alert(1)"'],
    ['no note', { note: undefined }, 'note is missing'],
    ['an empty id', { id: '' }, 'id is ""'],
    ['an amount of text', { amount: '12.5' }, 'amount is "12.5"'],
    ['no receiptId', { receiptId: undefined }, 'receiptId is missing'],
  ])('that is responded to with %s', async (_, fields, words) => {
    const error = await failureOf<Error>(create(fields));
    expect(error).toBeInstanceOf(UnexpectedResponseError);
    expect(error.message).toContain(`responded 200 with an invoice whose ${words}`);
    expect(error.message).toContain('Do not use it');
    // The error contains the idempotency key: the service may have made an invoice, and the caller can repeat the call.
    expect(error).toMatchObject({ status: 200, idempotencyKey: expect.any(String), attempts: 1 });
  });

  test('that is responded to with a payment page elsewhere, where the client was told the origins', async () => {
    const paymentOrigins = ['https://pay.example'];
    expect(await create({}, { paymentOrigins })).toEqual(whole);
    for (const paymentUrl of ['https://pay.example.thief/pay/inv_1', 'http://pay.example/pay/inv_1', 'cashapp://pay/inv_1']) {
      await expect(create({ paymentUrl }, { paymentOrigins })).rejects.toThrow('not in paymentOrigins');
      expect(await create({ paymentUrl })).toMatchObject({ paymentUrl });
    }
  });

  test('without repeating a secret, however long it is', async () => {
    const token = 't'.repeat(300);
    const error = await create({ cashTag: token }, { token }).catch(String);
    expect(error).toContain('cashTag is "[secret]"');
    expect(error).not.toContain('ttt');
  });
});

describe('a create is believed', () => {
  test.each<[string, object, object]>([
    ['with the tag in another spelling', body, { cashTag: 'CoffeeShop' }],
    ['with what was left out', { cashTag: '$coffeeshop', amount: '12.50' }, { returnUrl: null }],
    ['with a field that nobody knows yet', body, { refundedAmount: null }],
  ])('%s', async (_, sent, fields) => {
    expect(await create(fields, {}, sent as typeof body)).toMatchObject(fields);
  });
});

test.each(['fetchPayment', 'submitReceipt'] as const)('%s requires the whole invoice as well', async (name) => {
  const server = await startScriptedServer(json({ ...whole, paidAmount: undefined }));
  const client = createClient({ baseUrl: server.baseUrl, token: 'secret_token' });
  await expect(client[name]({ invoiceId: 'inv_1', webReceipt: 'r' })).rejects.toThrow('paidAmount is missing');
});

describe('an invoice whose JSON says other than the value that a program reads', () => {
  const paid = { ...whole, status: 'PAID', receiptId: 'rcp_1', paidAmount: 12.5 };
  const text = (from: string, to: string): Scripted => {
    const written = JSON.stringify(paid);
    expect(written).toContain(from);
    return { type: 'application/json', text: written.replace(from, to) };
  };
  const fetchOf = async (response: Scripted) => {
    const server = await startScriptedServer(response);
    return createClient({ baseUrl: server.baseUrl, token: 'secret_token' }).fetchPayment({ invoiceId: 'inv_1' });
  };
  const paidAs = (number: string) => fetchOf(text('"paidAmount":12.5', `"paidAmount":${number}`));

  test.each([
    ['1e400', 'paidAmount is too large'],
    ['-12.5', 'paidAmount is -12.5'],
    ['-1e400', 'paidAmount is'],
    ['9007199254740993', 'paidAmount is too large'],
    ['99999999999999.99', 'paidAmount is too large'],
    ['10000000000000', 'paidAmount is too large'],
  ])('is refused: paidAmount %s', async (number, words) => {
    const error = await failureOf<Error>(paidAs(number));
    expect(error).toBeInstanceOf(UnexpectedResponseError);
    expect(error.message).toContain(`responded 200 with an invoice whose ${words}`);
  });

  test.each([
    '12.5',
    '12.50',
    '1.25e1',
    '1250E-2',
    '012.5e0'.slice(1),
    `12.5${'0'.repeat(50_000)}`,
    '0',
    '9999999999999.99',
    '0.10000000000000001',
    '999999.98999999999',
    // All digits of the double, as `new BigDecimal(double)` prints them in Java.
    '12.339999999999999857891452847979962825775146484375',
    '1250000000000000000001e-20',
  ])('is believed in another spelling of the same number: %.20s', async (number) => {
    expect((await paidAs(number)).paidAmount).toBe(Number(number));
  });

  test('is refused where its amount is too large to be exact', async () => {
    await expect(fetchOf(text('"amount":12.5', '"amount":99999999999999.99'))).rejects.toThrow('amount is too large');
    await expect(fetchOf(text('"amount":12.5', '"amount":-12.5'))).rejects.toThrow('amount is -12.5');
  });

  test('is refused where a field is given twice, however its name is written', async () => {
    for (const twice of ['"status":"PENDING","status":"PAID"', '"st\\u0061tus":"PENDING","status":"PAID"'])
      await expect(fetchOf(text('"status":"PAID"', twice))).rejects.toThrow('"status" is given twice');
  });

  test('is believed with whatever stands in fields that nobody knows', async () => {
    const more =
      '"more":{"amount":0.1,"status":["status","status"],"rate":0.12345678901234567890,"a\\"b:{":"status\\"","n":[{},{}]}';
    expect(await fetchOf(text('"status":"PAID"', `"status" : "PAID",${more}`))).toMatchObject({ status: 'PAID' });
  });

  test('is read in time, however often quotes, braces and digits are repeated', async () => {
    for (const [unknown, isBelieved] of [
      [`"${'\\"'.repeat(200_000)}"`, true],
      ['9'.repeat(500_000), true],
      [`${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}`, false],
      [`[${'{},'.repeat(200_000)}{}]`, true],
    ] as const) {
      const call = fetchOf(text('"status":"PAID"', `"status": "PAID","more":${unknown}`));
      if (isBelieved) expect((await call).status).toBe('PAID');
      else await expect(call).rejects.toThrow('too deep');
    }
  });
});
