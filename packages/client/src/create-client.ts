import { readInvoice } from './read-invoice.ts';
import { type ClientOptions, readOptions } from './read-options.ts';
import { type BodyOf, createTransport, type Path, type RawClient } from './transport.ts';
import type { CreatePaymentRequest, FetchPaymentRequest, PaymentInvoice, SubmitReceiptRequest } from './types.ts';

/** What a single call may be given. */
export interface CallOptions {
  /** Ends the call; it then throws the signal's reason. Whether the call took effect is unknown. */
  signal?: AbortSignal;
}

/** The contract's three operations, and `raw` for what they leave out. Every failure is a PaymentApiError. */
export interface PaymentClient {
  /** Issues an invoice. Send the payer to its `paymentUrl`; the payment must carry its `note`. */
  createPayment(body: CreatePaymentRequest, options?: CallOptions): Promise<PaymentInvoice>;
  /** Hands in the web receipt of a payment and answers with the invoice as it then is. The same receipt again changes nothing. */
  submitReceipt(body: SubmitReceiptRequest, options?: CallOptions): Promise<PaymentInvoice>;
  /** Reads the invoice as it is now. */
  fetchPayment(body: FetchPaymentRequest, options?: CallOptions): Promise<PaymentInvoice>;
  /** openapi-fetch itself, with base URL, token and time-out set. Its answers are unchecked, and wrong ones do not throw. */
  readonly raw: RawClient;
}

/**
 * Makes a client. It holds no connection and needs no closing; the token is not readable from it.
 * Throws a TypeError at once when an option is missing or wrong.
 */
export function createClient(options: ClientOptions): PaymentClient {
  const transport = createTransport(readOptions(options));

  async function call<P extends Path>(path: P, body: BodyOf<P>, { signal }: CallOptions = {}): Promise<PaymentInvoice> {
    const answer = await transport.post(path, body, signal);
    return readInvoice(answer);
  }

  return {
    createPayment: (body, options) => call('/api/v1/payments/create', body, options),
    submitReceipt: (body, options) => call('/api/v1/payments/submit', body, options),
    fetchPayment: (body, options) => call('/api/v1/payments/fetch', body, options),
    raw: transport.raw,
  };
}
