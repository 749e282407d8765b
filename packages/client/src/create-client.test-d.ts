/** Compiling this file is the test: `tsc -b` fails when an expected error is none, and the other way round. */
import { expectTypeOf, test } from 'vitest';
import { createClient, type PaymentInvoice } from './index.ts';

const client = createClient({ baseUrl: 'http://127.0.0.1:8080', token: 'token' });

test('results come without a wrapper', () => {
  expectTypeOf(client.createPayment).returns.resolves.toEqualTypeOf<PaymentInvoice>();
  expectTypeOf(client.submitReceipt).returns.resolves.toEqualTypeOf<PaymentInvoice>();
  expectTypeOf(client.fetchPayment).returns.resolves.toEqualTypeOf<PaymentInvoice>();
  expectTypeOf<PaymentInvoice['status']>().toEqualTypeOf<'PENDING' | 'UNDER_PAID' | 'PAID' | 'FAILED' | 'EXPIRED'>();
  expectTypeOf<PaymentInvoice['cashTag']>().toEqualTypeOf<string>();
  expectTypeOf<PaymentInvoice['paidAmount']>().toEqualTypeOf<number | null>();
});

test('bodies are the contract’s', () => {
  client.createPayment({ cashTag: '$shop', amount: 1 });
  client.createPayment({ cashTag: '$shop', amount: 1, isWhiteLabel: true, callbackUrl: 'https://x', returnUrl: 'https://x' });
  // @ts-expect-error a misspelt member
  client.createPayment({ cashTag: '$shop', amount: 1, isWhitelabel: true });
  // @ts-expect-error a wrong type
  client.createPayment({ cashTag: '$shop', amount: '1' });
  // @ts-expect-error a wrong type
  client.createPayment({ cashTag: 1, amount: 1 });
  // @ts-expect-error a missing member
  client.createPayment({ cashTag: '$shop' });
  // @ts-expect-error another operation's body
  client.submitReceipt({ invoiceId: 'inv_1' });
  // @ts-expect-error a misspelt member
  client.fetchPayment({ invoiceID: 'inv_1' });
  // @ts-expect-error no body
  client.fetchPayment();
});

test('options are known by name', () => {
  // @ts-expect-error a misspelt call option, which openapi-fetch itself would take
  client.fetchPayment({ invoiceId: 'inv_1' }, { sginal: new AbortController().signal });
  // @ts-expect-error a misspelt option
  createClient({ baseURL: 'http://127.0.0.1:8080', token: 'token' });
  // @ts-expect-error no token
  createClient({ baseUrl: 'http://127.0.0.1:8080' });
  createClient({ baseUrl: 'http://127.0.0.1:8080', token: async () => 'token', fetch, timeoutMs: 5000 });
});

test('results are not read by misspelt names', async () => {
  const invoice = await client.fetchPayment({ invoiceId: 'inv_1' });
  // @ts-expect-error a misspelt member
  invoice.paymentURL;
});
