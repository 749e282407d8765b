import { operationTable } from '@payment-invoice/generated';
import { toCents } from '../amounts/read-amount.ts';
import { makeCallsByPath } from '../api/calls-by-path.ts';
import { createRide, type Method, type Parts } from '../api/ride-openapi-fetch.ts';
import { sendCall } from '../call/send-call.ts';
import type { ReadResponse } from '../http/read-text.ts';
import type { CallOptions, ClientOptions, CreateOptions } from '../options/client-options.ts';
import { readCallOptions, readOptions } from '../options/read-options.ts';
import { wrongOption } from '../options/wrong-option.ts';
import { secretsOf } from '../response/mask-secrets.ts';
import { readInvoice } from '../response/read-invoice.ts';
import type { OperationId, PaymentInvoice } from '../types.ts';
import type { PaymentClient } from './payment-client.ts';
import { type WaitOptions, waitForPayment } from './wait-for-payment.ts';

const keyName = 'Idempotency-Key';

/**
 * Operations that may be sent again without an Idempotency-Key, because reading changes nothing and a receipt counts once. A POST
 * that is new in the contract is sent only once, until somebody has found that repeating it is safe.
 */
const repeatable: readonly OperationId[] = ['fetchPayment', 'submitReceipt'];

/**
 * Makes a client. It holds no connection and needs no closing; the token cannot be read from it.
 * Throws a TypeError at once when an option is missing or wrong.
 */
export function createClient(options: ClientOptions): PaymentClient {
  const client = readOptions(options);
  const ride = createRide(client.baseUrl);
  const send = <T extends object>(
    method: Method,
    path: string,
    { body, params }: Parts,
    { signal, ...given }: CallOptions,
    read: (response: ReadResponse) => T,
  ): Promise<T> => {
    const checked = readCallOptions(given, client);
    const operation = findOperation(method, path);
    const takesKey = (operationTable[operation]?.headers as readonly string[] | undefined)?.includes(keyName);
    const idempotencyKey = takesKey ? readKey(params?.header?.[keyName], client.idempotency) : undefined;
    const call = {
      ...checked,
      callId: makeRandom(),
      operation,
      secrets: secretsOf(body),
      idempotencyKey,
      isRepeatable: !!idempotencyKey || repeatable.includes(operation) || !/POST|PATCH/.test(method),
      signal,
    };
    return ride(
      method,
      path,
      { body, params: { ...params, header: { ...params?.header, [keyName]: idempotencyKey } }, headers: checked.headers },
      (request) => sendCall(call, request, read),
    );
  };
  const callOf =
    (operation: OperationId) =>
    async (body: object, { idempotencyKey, ...given }: CreateOptions = {}): Promise<PaymentInvoice> => {
      const { method, path, echoes } = operationTable[operation];
      const fields: Record<string, unknown> = { ...body };
      // Converts by way of cents, so that JSON writes the number nearest to the decimal.
      if ('amount' in echoes) fields.amount = toCents(fields.amount as number) / 100;
      const params = { header: { [keyName]: idempotencyKey } };
      return send(method, path, { body: fields, params }, given, (response) => readInvoice(response, operation, fields, client));
    };
  const calls: Record<string, unknown> = {
    api: makeCallsByPath<CallOptions>(async (method, path, { body, params, ...given } = {}, read) =>
      send(method, path, { body, params }, given, read),
    ),
    waitForPayment: async (invoiceId: string, given: WaitOptions = {}) =>
      waitForPayment((options) => callOf('fetchPayment')({ invoiceId }, options), given, client),
  };
  for (const id in operationTable) calls[id] = callOf(id as OperationId);
  // The table and the types have the same operations, because both are generated from one contract.
  return calls as unknown as PaymentClient;
}

/** Finds the operation of a method and path. If this version's contract does not have it, its id is the method and path. */
function findOperation(method: Method, path: string): OperationId {
  const ids = Object.keys(operationTable) as OperationId[];
  const known = ids.find((id) => operationTable[id].method === method && operationTable[id].path === path);
  return known ?? (`${method} ${path}` as OperationId);
}

/**
 * Returns the caller's key, or makes one. A server without the feature would ignore a key, so the key would protect nothing
 * there.
 */
function readKey(given: string | undefined, isFeature: boolean): string | undefined {
  const key = given ?? (isFeature ? makeRandom() : undefined);
  if (key === undefined || (isFeature && /^[!#-~]{1,255}$/.test(key))) return key;
  throw wrongOption('idempotencyKey', 'be 1 to 255 visible ASCII characters but ", and absent where `idempotency` is false.');
}

/**
 * Returns at least 122 random bits. Browsers have randomUUID only on https and localhost; where it exists, it costs a tenth of
 * the other way.
 */
function makeRandom(): string {
  return crypto.randomUUID?.() ?? crypto.getRandomValues(new Uint32Array(4)).join('-');
}
