import type { operations, operationTable } from '@payment-invoice/generated';
import type { ApiClient } from '../api/calls-by-path.ts';
import type { CallOptions, CreateOptions } from '../options/client-options.ts';
import type { OperationId, PaymentInvoice, RequestOf } from '../types.ts';
import type { WaitOptions } from './wait-for-payment.ts';

/** The options of one operation; only an operation whose contract has an Idempotency-Key takes one. */
export type OptionsOf<Id extends OperationId> = 'Idempotency-Key' extends (typeof operationTable)[Id]['headers'][number]
  ? CreateOptions
  : CallOptions;

/**
 * Operations that have no call by name and are left to `api` and `@payment-invoice/client/raw`: `'listPayments' | 'dropPayment'`.
 */
export type LeftToRaw = never;

/**
 * An operation that does not fit a call by name. Such a call sends a body by POST, has no parameters except headers, and returns
 * an invoice.
 */
type Odd<Id extends OperationId> = (typeof operationTable)[Id]['method'] extends 'POST'
  ? operations[Id] extends {
      parameters: { path?: never; query?: never };
      requestBody: { content: { 'application/json': object } };
      responses: { 200: { content: { 'application/json': PaymentInvoice } } };
    }
    ? never
    : Id
  : Id;
type MustBeNone<Sentence extends never> = Sentence;

/**
 * A sentence about each operation that does not fit and that `LeftToRaw` does not name. This compiles only if there is
 * none; otherwise the compiler shows the first sentence.
 */
type WithoutCall = MustBeNone<
  {
    [Id in Exclude<OperationId, LeftToRaw>]: Odd<Id> extends never
      ? never
      : `${Id} is no POST of a body, without path and query, that returns an invoice with 200, as every call here is: teach Calls to carry it, or add it to LeftToRaw`;
  }[Exclude<OperationId, LeftToRaw>]
>;

/** A call by operationId for every operation of the contract. */
export type Calls = {
  -readonly [Id in keyof typeof operationTable as Exclude<Id, LeftToRaw | WithoutCall>]: (
    body: RequestOf<Id>,
    options?: OptionsOf<Id>,
  ) => Promise<PaymentInvoice>;
};

/** The contract's operations, and the wait that most integrations need. Every failed call throws a PaymentApiError. */
export interface PaymentClient extends Calls {
  /**
   * Every operation by its method and path, over openapi-fetch, with the token, limits and retries of this client:
   * `const { data, error, response } = await client.api.POST('/api/v1/payments/fetch', { body: { invoiceId } })`.
   * A success is not compared with its request, and an `amount` is not made exact. Throws only when no response came.
   */
  api: ApiClient;
  /**
   * Fetches the invoice repeatedly, with growing pauses, until its status is one of `until` or final. Check the returned
   * `status`.
   * Throws a TimeoutError when the time is over. When the service asks to wait longer than the time left, throws its error at
   * once.
   */
  waitForPayment(invoiceId: string, options?: WaitOptions): Promise<PaymentInvoice>;
}
