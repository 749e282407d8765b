/** Compiling this file is the test: `tsc -b` fails if an expected error does not occur, or if an unexpected error does. */
import { exampleCreate as order } from '@payment-invoice/generated/examples';
import { ProxyAgent, fetch as undiciFetch } from 'undici';
import { expectTypeOf, test } from 'vitest';
import {
  type CallError,
  type ConflictError,
  createClient,
  type Fetch,
  type PaymentInvoice,
  type ProblemCode,
  type Result,
  toResult,
  ValidationError,
} from '../index.ts';
import { createNodeFetch } from '../node.ts';

const client = createClient({ baseUrl: 'http://127.0.0.1:8080', token: 'token' });

test('results come without a wrapper', () => {
  expectTypeOf(client.createPayment).returns.resolves.toEqualTypeOf<PaymentInvoice>();
  expectTypeOf(client.submitReceipt).returns.resolves.toEqualTypeOf<PaymentInvoice>();
  expectTypeOf(client.fetchPayment).returns.resolves.toEqualTypeOf<PaymentInvoice>();
  expectTypeOf(client.waitForPayment).returns.resolves.toEqualTypeOf<PaymentInvoice>();
  expectTypeOf<PaymentInvoice['cashTag']>().toEqualTypeOf<string>();
  expectTypeOf<PaymentInvoice['amount']>().toEqualTypeOf<number>();
  expectTypeOf<PaymentInvoice['paidAmount']>().toEqualTypeOf<number | null>();
});

test('bodies are the contract’s', () => {
  client.createPayment(order);
  client.createPayment({ ...order, amount: '1.00' });
  client.createPayment({ ...order, isWhiteLabel: true, callbackUrl: 'https://x', returnUrl: 'https://x' });
  // @ts-expect-error a misspelt field
  client.createPayment({ ...order, isWhitelabel: true });
  // @ts-expect-error a wrong type
  client.createPayment({ ...order, amount: 1n });
  // @ts-expect-error a wrong type
  client.createPayment({ ...order, cashTag: 1 });
  // @ts-expect-error a missing field
  client.createPayment({ cashTag: '$shop' });
  // @ts-expect-error another operation's body
  client.submitReceipt({ invoiceId: 'inv_1' });
  // @ts-expect-error a misspelt field
  client.fetchPayment({ invoiceID: 'inv_1' });
  // @ts-expect-error no body
  client.fetchPayment();
});

test('options are known by name', () => {
  // @ts-expect-error a misspelt call option
  client.fetchPayment({ invoiceId: 'inv_1' }, { sginal: new AbortController().signal });
  // @ts-expect-error a key for an operation that takes none
  client.fetchPayment({ invoiceId: 'inv_1' }, { idempotencyKey: 'order-1042' });
  client.createPayment(order, { idempotencyKey: 'order-1042', maxRetries: 5, timeoutMs: 1, attemptTimeoutMs: 1 });
  // @ts-expect-error a misspelt option
  createClient({ baseURL: 'http://127.0.0.1:8080', token: 'token' });
  // @ts-expect-error no token
  createClient({ baseUrl: 'http://127.0.0.1:8080' });
  createClient({
    baseUrl: 'http://127.0.0.1:8080',
    token: async () => 'token',
    fetch,
    timeoutMs: 5000,
    hooks: { onEnd: console.log },
  });
  // @ts-expect-error a misspelt hook
  createClient({ baseUrl: 'http://127.0.0.1:8080', token: 'token', hooks: { onDone: console.log } });
});

test('results are not read by misspelt names', async () => {
  const invoice = await client.fetchPayment({ invoiceId: 'inv_1' });
  // @ts-expect-error a misspelt field
  invoice.paymentURL;
});

test('failures say what is in them', () => {
  const error = {} as CallError;
  expectTypeOf(error.status).toEqualTypeOf<number | undefined>();
  expectTypeOf(error.requestId).toEqualTypeOf<string | undefined>();
  expectTypeOf(error.retryAfterSeconds).toEqualTypeOf<number | undefined>();
  expectTypeOf(error.headers).toEqualTypeOf<Headers | undefined>();
  if (error.name === 'ConflictError') expectTypeOf(error).toEqualTypeOf<ConflictError>();
  if (error instanceof ValidationError) expectTypeOf(error.errors[0]?.pointer).toEqualTypeOf<string | undefined>();
  // @ts-expect-error no failure has this name
  error.name === 'ConflictErrors';
  expectTypeOf(error.code).toEqualTypeOf<ProblemCode | undefined>();
});

test('a Result is a success or a failure', async () => {
  const result = await toResult(client.fetchPayment({ invoiceId: 'inv_1' }));
  expectTypeOf(result).toEqualTypeOf<Result<PaymentInvoice>>();
  if (result.ok) expectTypeOf(result.value).toEqualTypeOf<PaymentInvoice>();
  else expectTypeOf(result.error).toEqualTypeOf<CallError>();
  // @ts-expect-error the result was not checked for a value first
  result.value.id;
});

test('every fetch that integrators use fits: the global one, undici’s plain and through a proxy, and Node’s http', () => {
  const options = { baseUrl: 'http://127.0.0.1:8080', token: 'token' };
  const dispatcher = new ProxyAgent('http://127.0.0.1:3128');
  createClient({ ...options, fetch });
  createClient({ ...options, fetch: globalThis.fetch });
  createClient({ ...options, fetch: undiciFetch });
  createClient({ ...options, fetch: (url, init) => undiciFetch(url, { ...init, dispatcher }) });
  createClient({ ...options, fetch: createNodeFetch() });
  createClient({ ...options, fetch: (url, init) => fetch(url, { ...init, keepalive: true }) });
  expectTypeOf(undiciFetch).toExtend<Fetch>();
  // @ts-expect-error it gives no response
  createClient({ ...options, fetch: async () => undefined });
});
