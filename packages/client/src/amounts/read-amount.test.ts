import { exampleCreate as order } from '@payment-invoice/generated/examples';
import { describe, expect, test } from 'vitest';
import { invoice, json, startScriptedServer } from '../../testing/scripted-server.ts';
import { createClient, formatAmount, fromCents, toCents, ValidationError } from '../index.ts';

describe('an amount', () => {
  test.each([
    [12.5, 1250, '12.50'],
    ['12.5', 1250, '12.50'],
    ['12.500', 1250, '12.50'],
    ['12', 1200, '12.00'],
    [0.01, 1, '0.01'],
    [1.1, 110, '1.10'],
    [8.2, 820, '8.20'],
    [999999.99, 99999999, '999999.99'],
    ['-0.5', -50, '-0.50'],
    [0, 0, '0.00'],
    [9_999_999_999_999.99, 999_999_999_999_999, '9999999999999.99'],
  ])('%j is %i cents', (amount, cents, text) => {
    expect(toCents(amount)).toBe(cents);
    expect(formatAmount(amount)).toBe(text);
  });

  test('goes out as it was written', () => {
    const wrong: string[] = [];
    for (let cents = 1; cents <= 100_000_000; cents += 997) {
      const text = fromCents(cents);
      const amount = toCents(text) / 100;
      if (amount !== Number(text) || toCents(amount) !== cents) wrong.push(text);
    }
    expect(wrong).toEqual([]);
  });

  test.each<[unknown, string]>([
    [0.1 + 0.2, 'it is 0.30000000000000004. Binary numbers do not add up exactly: add in cents (toCents, fromCents).'],
    [1.1 * 3, 'it is 3.3000000000000003.'],
    [1.005, 'at most two decimals and below 1e13; it is 1.005'],
    ['1.005', 'at most two decimals and below 1e13; it is 1.005'],
    [1e-7, 'at most two decimals'],
    ['', 'decimal string'],
    ['12,50', 'decimal string'],
    ['1.5e1', 'decimal string'],
    ['$12.50', 'decimal string'],
    [' 12', 'decimal string'],
    [Number.NaN, 'decimal string'],
    [Number.POSITIVE_INFINITY, 'decimal string'],
    [1e21, 'decimal string'],
    ['123456789012345.67', 'below'],
    ['80000000000000.01', 'below'],
    ['-80000000000000.01', 'below'],
    [10_000_000_000_000, 'below'],
    [undefined, 'decimal string'],
    [null, 'decimal string'],
    [true, 'decimal string'],
    [12n, 'decimal string'],
    [[12], 'decimal string'],
    [{}, 'decimal string'],
    ['9'.repeat(1000), 'decimal string'],
  ])('%s is refused before it is sent', async (amount, words) => {
    const server = await startScriptedServer(json(invoice));
    const client = createClient({ baseUrl: server.baseUrl, token: 'token' });
    const error: unknown = await client.createPayment({ ...order, amount: amount as number }).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(ValidationError);
    expect(error).toMatchObject({ code: 'validation_failed', errors: [{ pointer: '/amount', code: 'amount_precision' }] });
    expect((error as ValidationError).message).toContain(words);
    expect((error as ValidationError).message.length).toBeLessThan(250);
    expect(server.seen).toEqual([]);
  });

  test.each(['12.50', 12.5])('of %j is the number 12.5 on the wire', async (amount) => {
    const server = await startScriptedServer(json(invoice));
    await createClient({ baseUrl: server.baseUrl, token: 'token' }).createPayment({ ...order, amount });
    expect(server.seen[0]?.text).toBe('{"cashTag":"$coffeeshop","amount":12.5}');
  });
});

test.each([0.5, Number.NaN, 2 ** 53])('%d is no number of cents', (cents) => {
  expect(() => fromCents(cents)).toThrow(ValidationError);
});
