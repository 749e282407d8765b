import type { operations, operationTable } from '@payment-invoice/generated';
import type { CallOptions, CreateOptions } from '../options/client-options.ts';
import type { OperationId, PaymentInvoice, RequestOf } from '../types.ts';
import type { WaitOptions } from './wait-for-payment.ts';

/** The options of one operation: an Idempotency-Key only where the contract has one. */
export type OptionsOf<Id extends OperationId> = 'Idempotency-Key' extends (typeof operationTable)[Id]['headers'][number]
  ? CreateOptions
  : CallOptions;

type ResultOf<Id extends OperationId> = operations[Id]['responses'] extends {
  200: { content: { 'application/json': infer Result } };
}
  ? Result
  : never;
type MustBeNone<Operation extends never> = Operation;

/** Operations with another result than an invoice, which the client would read as one: the first of them does not compile here. */
type WithOtherResult = MustBeNone<{ [Id in OperationId]: ResultOf<Id> extends PaymentInvoice ? never : Id }[OperationId]>;

/** Every operation of the contract as a call, by its operationId. */
export type Calls = {
  -readonly [Id in keyof typeof operationTable as Exclude<Id, WithOtherResult>]: (
    body: RequestOf<Id>,
    options?: OptionsOf<Id>,
  ) => Promise<PaymentInvoice>;
};

/** The contract's operations, and the wait that most integrations need. Every failure is a PaymentApiError. */
export interface PaymentClient extends Calls {
  /**
   * Fetches the invoice, ever more slowly, until its status is one of `until` or final. Look at the `status` of what it returns.
   * Throws a TimeoutError when the time is over, and at once the error of a service that asks to wait longer than that.
   */
  waitForPayment(invoiceId: string, options?: WaitOptions): Promise<PaymentInvoice>;
}
