import { operationTable } from '@payment-invoice/generated';
import { toCents } from '../amounts/read-amount.ts';
import { sendCall } from '../call/send-call.ts';
import type { ClientOptions, CreateOptions } from '../options/client-options.ts';
import { type CheckedOptions, readCallOptions, readOptions } from '../options/read-options.ts';
import { wrongOption } from '../options/wrong-option.ts';
import type { OperationId, PaymentInvoice } from '../types.ts';
import type { PaymentClient } from './payment-client.ts';
import { type WaitOptions, waitForPayment } from './wait-for-payment.ts';

/**
 * Operations that may be sent again without an Idempotency-Key: reading changes nothing, and a receipt counts once. An operation
 * that is new in the contract is sent once, until it is known to be safe.
 */
const repeatable: Partial<Record<OperationId, true>> = { fetchPayment: true, submitReceipt: true };

/**
 * Makes a client. It holds no connection and needs no closing; the token is not readable from it.
 * Throws a TypeError at once when an option is missing or wrong.
 */
export function createClient(options: ClientOptions): PaymentClient {
  const checked = readOptions(options);
  const callOf =
    (operation: OperationId) =>
    async (body: object, given: CreateOptions = {}): Promise<PaymentInvoice> =>
      call(checked, operation, body, given);
  const calls: Record<string, unknown> = {
    waitForPayment: async (invoiceId: string, given: WaitOptions = {}) =>
      waitForPayment((options) => look({ invoiceId }, options), given, checked),
  };
  for (const id in operationTable) calls[id] = callOf(id as OperationId);
  const look = callOf('fetchPayment');
  // The table's operations are those of the types: both are written from one contract.
  return calls as unknown as PaymentClient;
}

function call(
  client: CheckedOptions,
  operation: OperationId,
  body: object,
  { idempotencyKey: given, ...options }: CreateOptions,
): Promise<PaymentInvoice> {
  const { headers, echoes } = operationTable[operation];
  const takesKey = (headers as readonly string[]).includes('Idempotency-Key');
  const idempotencyKey = takesKey ? readKey(given, client.idempotency) : undefined;
  const fields: Record<string, unknown> = { ...body };
  // Cents by way of their decimal text, so that what goes out is the number nearest to the decimal, which JSON then writes.
  if ('amount' in echoes) fields.amount = toCents(fields.amount as number) / 100;
  return sendCall({
    ...readCallOptions(options, client),
    id: makeRandom(),
    operation,
    fields,
    body: JSON.stringify(fields),
    secrets: typeof fields.webReceipt === 'string' ? [fields.webReceipt] : [],
    idempotencyKey,
    isRepeatable: idempotencyKey !== undefined || operation in repeatable,
    signal: options.signal,
  });
}

/** Gives the caller's key, or makes one. A server without the feature would ignore it: it would protect nothing. */
function readKey(given: string | undefined, isFeature: boolean): string | undefined {
  const key = given ?? (isFeature ? makeRandom() : undefined);
  if (key === undefined || (isFeature && /^[!#-~]{1,255}$/.test(key))) return key;
  throw wrongOption('idempotencyKey', 'be 1 to 255 visible ASCII characters but ", and absent where `idempotency` is false.');
}

/** 128 random bits, and not by randomUUID: browsers have that on https and localhost only. */
function makeRandom(): string {
  return crypto.getRandomValues(new Uint32Array(4)).join('-');
}
