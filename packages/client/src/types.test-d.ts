/** What is unknown today is read tomorrow, and known values are still offered. */
import { expectTypeOf, test } from 'vitest';
import type { InvoiceEventType, InvoiceStatus, PaymentInvoice, ProblemCode } from './types.ts';

type Known = 'PENDING' | 'UNDER_PAID' | 'PAID' | 'FAILED' | 'EXPIRED';
/** The values that an editor offers: the literals of a union. */
type Offered<T> = T extends string ? (string extends T ? never : Record<never, never> extends T ? never : T) : never;

test('a status may be one that nobody knows yet', () => {
  const tomorrow: InvoiceStatus = 'HALF_PAID';
  expectTypeOf(tomorrow).toExtend<string>();
  expectTypeOf<string>().toExtend<InvoiceStatus>();
  expectTypeOf<PaymentInvoice['status']>().toEqualTypeOf<InvoiceStatus>();
});

test('the known values are still there to be completed: they are not swallowed by string', () => {
  expectTypeOf<InvoiceStatus>().not.toEqualTypeOf<string>();
  expectTypeOf<Offered<InvoiceStatus>>().toEqualTypeOf<Known>();
  expectTypeOf<Offered<InvoiceEventType>>().toEqualTypeOf<
    'invoice.under_paid' | 'invoice.paid' | 'invoice.failed' | 'invoice.expired'
  >();
  expectTypeOf<'receipt_mismatch'>().toExtend<Offered<ProblemCode>>();
});

test('a switch over the known ones has a default', () => {
  const words = (status: InvoiceStatus): string => {
    switch (status) {
      case 'PAID':
        return 'paid';
      case 'PENDING':
      case 'UNDER_PAID':
        return 'open';
      default:
        expectTypeOf(status).not.toBeNever();
        return status;
    }
  };
  expectTypeOf(words).returns.toBeString();
});

test('a member of tomorrow is read without a cast, once it was looked for', () => {
  const invoice = {} as PaymentInvoice;
  if ('refundedAmount' in invoice) expectTypeOf(invoice.refundedAmount).toBeUnknown();
  // @ts-expect-error not without looking: it would hide a misspelt name
  invoice.refundedAmount;
});
