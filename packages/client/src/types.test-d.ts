/** Tests that the set of statuses is closed, and that the sets of problem codes and of event types are open. */
import type { finalStatuses, statuses } from '@payment-invoice/generated';
import { exampleCreate as order } from '@payment-invoice/generated/examples';
import { expectTypeOf, test } from 'vitest';
import type { SqlEventStoreOptions, VerifyOptions } from './callbacks/index.ts';
import {
  type CallOptions,
  type ClientOptions,
  type CreateOptions,
  createClient,
  type Hooks,
  type Limits,
  type WaitOptions,
} from './index.ts';
import type { NodeFetchOptions } from './node.ts';
import type { OpenTelemetryOptions } from './opentelemetry.ts';
import type { RawOptions } from './raw.ts';
import type { FakePayment, HandClockOptions, ProblemOptions, SandboxOptions, SignOptions, TestEvent } from './test-kit/index.ts';
import type {
  CreatePaymentRequest,
  FetchPaymentRequest,
  InvoiceEventType,
  InvoiceStatus,
  Loose,
  PaymentInvoice,
  ProblemCode,
  SubmitReceiptRequest,
} from './types.ts';

/** Extracts from an open set the literals that an editor suggests. */
type Offered<T> = T extends string ? (string extends T ? never : Record<never, never> extends T ? never : T) : never;

type AllLoose<Given extends unknown[]> = { [Index in keyof Given]: Loose<Given[Index]> };

test('the set of statuses is closed', () => {
  expectTypeOf<InvoiceStatus>().toEqualTypeOf<(typeof statuses)[number]>();
  expectTypeOf<(typeof finalStatuses)[number]>().toExtend<InvoiceStatus>();
  expectTypeOf<string>().not.toExtend<InvoiceStatus>();
  expectTypeOf<'PENDING' | 'PAID'>().toExtend<InvoiceStatus>();
  expectTypeOf<PaymentInvoice['status']>().toEqualTypeOf<InvoiceStatus>();
});

test('a misspelt status does not compile', () => {
  const { status } = {} as PaymentInvoice;
  // @ts-expect-error it is PAID
  status === 'PAYED';
  // @ts-expect-error it is UNDER_PAID
  const misspelt: InvoiceStatus = 'UNDERPAID';
  expectTypeOf(misspelt).toBeString();
});

test('what may grow is open, and the known values are still offered', () => {
  expectTypeOf<string>().toExtend<InvoiceEventType>();
  expectTypeOf<'invoice.under_paid' | 'invoice.paid' | 'invoice.failed'>().toExtend<Offered<InvoiceEventType>>();
  expectTypeOf<'invoice.payed'>().not.toExtend<Offered<InvoiceEventType>>();
  expectTypeOf<string>().toExtend<ProblemCode>();
  expectTypeOf<'receipt_mismatch'>().toExtend<Offered<ProblemCode>>();
});

test('a field of tomorrow is read without a cast, once it was looked for', () => {
  const invoice = {} as PaymentInvoice;
  if ('aFieldOfTomorrow' in invoice) expectTypeOf(invoice.aFieldOfTomorrow).toBeUnknown();
  // @ts-expect-error an unknown field, read without an `in` check: its name could be misspelt
  invoice.aFieldOfTomorrow;
});

test('what may be left out may be undefined, also where the compiler tells them apart (exactOptionalPropertyTypes)', () => {
  const { returnUrl } = {} as { returnUrl: string | undefined };
  const client = createClient({ baseUrl: 'http://127.0.0.1:8080', token: 'token' });
  client.createPayment({ ...order, returnUrl });
  client.api.POST('/api/v1/payments/create', { body: { ...order, returnUrl }, params: undefined });
  // @ts-expect-error a field that may not be left out
  client.createPayment({ ...order, amount: undefined });
  type Given = [
    CreatePaymentRequest,
    SubmitReceiptRequest,
    FetchPaymentRequest,
    ClientOptions,
    CallOptions,
    CreateOptions,
    WaitOptions,
    Limits,
    Hooks,
    RawOptions,
    NodeFetchOptions,
    OpenTelemetryOptions,
    VerifyOptions,
    SqlEventStoreOptions,
    TestEvent,
    SignOptions,
    FakePayment,
    HandClockOptions,
    ProblemOptions,
    SandboxOptions,
  ];
  expectTypeOf<AllLoose<Given>>().toExtend<Given>();
});
