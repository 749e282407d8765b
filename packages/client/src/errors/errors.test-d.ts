/** Tests the types of `status` and `code` in the error classes. */
import type { problems } from '@payment-invoice/generated';
import { expectTypeOf, test } from 'vitest';
import type { CallError, ConflictError, InvalidRequestError, NotFoundError, ReceiptError, ServerError } from '../index.ts';

type Offered<T> = T extends string ? (string extends T ? never : Record<never, never> extends T ? never : T) : never;

/** The codes of the catalogue that have this status. */
type CodeOf<Status> = {
  [Code in keyof typeof problems]: (typeof problems)[Code]['status'] extends Status ? Code : never;
}[keyof typeof problems];

test('a class narrows status and code', () => {
  expectTypeOf<ConflictError['status']>().toEqualTypeOf<409>();
  expectTypeOf<Offered<ConflictError['code']>>().toEqualTypeOf<CodeOf<409>>();
  expectTypeOf<'invoice_already_paid' | 'idempotency_in_progress'>().toExtend<CodeOf<409>>();
  expectTypeOf<Offered<NotFoundError['code']>>().toEqualTypeOf<'not_found' | 'invoice_not_found'>();
  expectTypeOf<Offered<ReceiptError['code']>>().toEqualTypeOf<
    'receipt_invalid' | 'receipt_mismatch' | 'receipt_not_final' | 'receipt_payment_failed'
  >();
  expectTypeOf<ServerError['status']>().toEqualTypeOf<number>();
});

test('no code of another class is offered by the one for everything else', () => {
  type Others = Exclude<CallError, InvalidRequestError>['code'];
  expectTypeOf<Extract<Offered<InvalidRequestError['code']>, Offered<Others>>>().toBeNever();
  expectTypeOf<'payload_too_large' | 'idempotency_key_reused'>().toExtend<Offered<InvalidRequestError['code']>>();
});

test('the name narrows the class, and with it all that is in it', () => {
  const error = {} as CallError;
  switch (error.name) {
    case 'ConflictError':
      expectTypeOf(error).toEqualTypeOf<ConflictError>();
      break;
    case 'ValidationError':
      expectTypeOf(error.errors[0]?.pointer).toEqualTypeOf<string | undefined>();
      expectTypeOf(error.code).toEqualTypeOf<'validation_failed' | undefined>();
      break;
    case 'ConnectionError':
      expectTypeOf(error.status).toEqualTypeOf<undefined>();
      break;
  }
});
