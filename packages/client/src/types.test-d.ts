/** The set of statuses is closed; codes and kinds of events are open. */
import type { finalStatuses, statuses } from '@payment-invoice/generated';
import { expectTypeOf, test } from 'vitest';
import type { InvoiceEventType, InvoiceStatus, PaymentInvoice, ProblemCode } from './types.ts';

/** The values that an editor offers: the literals of a union. */
type Offered<T> = T extends string ? (string extends T ? never : Record<never, never> extends T ? never : T) : never;

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
  if ('refundedAmount' in invoice) expectTypeOf(invoice.refundedAmount).toBeUnknown();
  // @ts-expect-error not without looking: it would hide a misspelt name
  invoice.refundedAmount;
});
