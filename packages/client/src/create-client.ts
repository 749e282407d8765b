import { type Clock, systemClock } from './clock.ts';
import type { OperationId } from './operations.ts';
import { toCents } from './read-amount.ts';
import { type ClientOptions, type Limits, readLimits, readOptions, wrongOption } from './read-options.ts';
import { type Connection, sendCall } from './send-call.ts';
import type { CreatePaymentRequest, FetchPaymentRequest, PaymentInvoice, SubmitReceiptRequest } from './types.ts';
import { type WaitOptions, waitForPayment } from './wait-for-payment.ts';

/** What a single call may be given; its limits go before the client's. */
export interface CallOptions extends Limits {
  /** Ends the call, whether it is sending or waiting to send again; it then throws an AbortError. Whether it took effect is unknown. */
  signal?: AbortSignal | undefined;
}

/** What a create may be given. */
export interface CreateOptions extends CallOptions {
  /**
   * 1 to 255 visible ASCII characters that stand for this create: the same key with the same body makes one invoice, however
   * often it is sent within 24 hours. Made for each call when absent; give your own, an order number say, to outlive a crash.
   */
  idempotencyKey?: string;
}

/** The contract's three operations, and the wait that most integrations need. Every failure is a PaymentApiError. */
export interface PaymentClient {
  /** Issues an invoice. Send the payer to its `paymentUrl`; the payment must carry its `note`. Sent again safely. */
  createPayment(body: CreatePaymentRequest, options?: CreateOptions): Promise<PaymentInvoice>;
  /** Hands in the web receipt of a payment and answers with the invoice as it then is. The same receipt again changes nothing. */
  submitReceipt(body: SubmitReceiptRequest, options?: CallOptions): Promise<PaymentInvoice>;
  /** Reads the invoice as it is now. */
  fetchPayment(body: FetchPaymentRequest, options?: CallOptions): Promise<PaymentInvoice>;
  /** Fetches the invoice, ever more slowly, until its status is one of `until` or final. Look at the answer's `status`. */
  waitForPayment(invoiceId: string, options?: WaitOptions): Promise<PaymentInvoice>;
}

/**
 * Makes a client. It holds no connection and needs no closing; the token is not readable from it.
 * Throws a TypeError at once when an option is missing or wrong; `idempotency` and `hooks` say what they make of one.
 */
export function createClient(options: ClientOptions): PaymentClient {
  return createClientAt(options, systemClock);
}

/** The same with a clock of the caller's. */
export function createClientAt(options: ClientOptions, clock: Clock): PaymentClient {
  const checked = readOptions(options);
  const connection: Connection = { ...checked, clock, retriesLeft: checked.retryBudget };

  const send = async (
    operation: OperationId,
    path: string,
    body: object,
    { signal, idempotencyKey, ...limits }: CreateOptions = {},
    secrets: string[] = [],
  ): Promise<PaymentInvoice> =>
    sendCall(connection, {
      operation,
      path: `/api/v1/payments/${path}`,
      body: JSON.stringify(body),
      invoiceId: (body as Partial<FetchPaymentRequest> | undefined)?.invoiceId,
      secrets,
      signal,
      idempotencyKey,
      ...readLimits(limits, checked),
    });
  const fetchPayment: PaymentClient['fetchPayment'] = (body, options) => send('fetchPayment', 'fetch', body, options);

  return {
    createPayment: async (body, options) => {
      const idempotencyKey = options?.idempotencyKey ?? makeKey();
      if (!/^[!-~]{1,255}$/.test(idempotencyKey)) {
        throw wrongOption('idempotencyKey', 'be 1 to 255 visible ASCII characters.');
      }
      // Cents by way of their decimal text, so that what goes out is the number nearest to the decimal, which JSON then writes.
      return send('createPayment', 'create', { ...body, amount: toCents(body.amount) / 100 }, { ...options, idempotencyKey });
    },
    submitReceipt: async (body, options) => send('submitReceipt', 'submit', body, options, [body.webReceipt]),
    fetchPayment,
    waitForPayment: async (invoiceId, { until, signal, ...given } = {}) => {
      const { timeoutMs } = readLimits(given, { ...checked, timeoutMs: 1_800_000 });
      const look = (leftMs: number) => fetchPayment({ invoiceId }, { ...given, signal, timeoutMs: leftMs });
      return waitForPayment(look, { until, signal, timeoutMs }, clock);
    },
  };
}

/** 128 random bits, and not by randomUUID: browsers have that on https and localhost alone. */
function makeKey(): string {
  return crypto.getRandomValues(new Uint32Array(4)).join('-');
}
