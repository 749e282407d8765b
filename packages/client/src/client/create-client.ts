import { type operations, operationTable } from '@payment-invoice/generated';
import { toCents } from '../amounts/read-amount.ts';
import { type ApiClient, makeCallsByPath, type Send } from '../api/calls-by-path.ts';
import { createRide } from '../api/ride-openapi-fetch.ts';
import { type Call, sendCall } from '../call/send-call.ts';
import type { ReadResponse } from '../http/read-text.ts';
import type { CallOptions, ClientOptions, CreateOptions } from '../options/client-options.ts';
import { readCallOptions, readOptions, wrongOption } from '../options/read-options.ts';
import { secretsOf } from '../response/mask-secrets.ts';
import { readInvoice } from '../response/read-response.ts';
import type { MustBeNone, OperationId, PaymentInvoice, RequestOf } from '../types.ts';
import { type WaitOptions, waitForPayment } from './wait-for-payment.ts';

const keyName = 'Idempotency-Key';

/**
 * Operations that may be sent again without an Idempotency-Key: fetching changes nothing, and the same receipt counts only once.
 * A new operation of the contract is added here only when somebody has checked that repeating it is safe.
 */
const repeatable: readonly string[] = ['fetchPayment', 'submitReceipt'];

/**
 * Makes a client, which need not be closed. The token cannot be read from it. Throws a TypeError immediately when an option is
 * missing or wrong.
 */
export function createClient(options: ClientOptions): PaymentClient {
  const client = readOptions(options);
  const ride = createRide(client.baseUrl);
  const operations = Object.entries(operationTable);
  const send: Send<CallOptions> = async (method, path, read, { body, params }, { signal, ...given }) => {
    const checked = readCallOptions(given, client);
    // If the path is not in the contract of this version, the method and the path serve as the operation's id.
    const [operation = `${method} ${path}`, known] =
      operations.find(([, each]) => each.method === method && each.path === path) ?? [];
    const takesKey = (known?.headers as readonly string[] | undefined)?.includes(keyName);
    const idempotencyKey = takesKey ? readKey(params?.header?.[keyName], client.idempotency) : undefined;
    const call: Call = {
      ...checked,
      callId: makeRandom(),
      operation: operation as OperationId,
      secrets: secretsOf(body),
      idempotencyKey,
      isRepeatable: !!idempotencyKey || repeatable.includes(operation) || !/POST|PATCH/.test(method),
      signal,
    };
    const header = { ...checked.headers, ...params?.header, [keyName]: idempotencyKey };
    return ride(method, path, { body, params: { ...params, header } }, (request) => sendCall(call, request, read));
  };
  const callOf =
    ({ method, path, echoes }: (typeof operationTable)[OperationId]) =>
    async (body: object, { idempotencyKey, ...given }: CreateOptions = {}): Promise<PaymentInvoice> => {
      const fields: Record<string, unknown> = { ...body };
      // Converts the amount to cents and back, so that JSON writes it without digits from a rounding error.
      if ('amount' in echoes) fields.amount = toCents(fields.amount as number) / 100;
      const params = { header: { [keyName]: idempotencyKey } };
      const read = (response: ReadResponse) => readInvoice(response, echoes, fields, client.paymentOrigins);
      return send(method, path, read, { body: fields, params }, given);
    };
  const calls: Record<string, unknown> = {
    api: makeCallsByPath(send),
    waitForPayment: async (invoiceId: string, given: WaitOptions = {}) =>
      waitForPayment((options) => callOf(operationTable.fetchPayment)({ invoiceId }, options), given, client),
  };
  for (const [id, operation] of operations) calls[id] = callOf(operation);
  // The cast is safe: the table and the types are generated from the same contract, so they have the same operations.
  return calls as unknown as PaymentClient;
}

/** Returns the caller's key, or makes one. If the service would ignore a key, makes none, and throws if the caller gave one. */
function readKey(given: string | undefined, isFeature: boolean): string | undefined {
  const key = given ?? (isFeature ? makeRandom() : undefined);
  if (key === undefined || (isFeature && /^[!#-~]{1,255}$/.test(key))) return key;
  throw wrongOption('idempotencyKey', 'be 1 to 255 visible ASCII characters except ", and absent if `idempotency` is false.');
}

/** Returns at least 122 random bits. `randomUUID` is ten times as fast as the fallback, but browsers have it only on https. */
function makeRandom(): string {
  return crypto.randomUUID?.() ?? crypto.getRandomValues(new Uint32Array(4)).join('-');
}

/** The options of one operation. They include `idempotencyKey` only if the operation has an Idempotency-Key in the contract. */
export type OptionsOf<Id extends OperationId> = 'Idempotency-Key' extends (typeof operationTable)[Id]['headers'][number]
  ? CreateOptions
  : CallOptions;

/**
 * Operations for which the client deliberately has no method. Callers use `api` or `@payment-invoice/client/raw` for them. To add
 * some, replace `never` with, for example, `'listPayments' | 'dropPayment'`.
 */
export type LeftToRaw = never;

/** An operation that cannot have a method. Methods send a body by POST, have no parameters but headers, and return an invoice. */
type Odd<Id extends OperationId> = (typeof operationTable)[Id]['method'] extends 'POST'
  ? operations[Id] extends {
      parameters: { path?: never; query?: never };
      requestBody: { content: { 'application/json': object } };
      responses: { 200: { content: { 'application/json': PaymentInvoice } } };
    }
    ? never
    : Id
  : Id;

/** Compiles only if `LeftToRaw` contains all operations that cannot have a method. If not, the compiler shows the text below. */
type WithoutCall = MustBeNone<
  {
    [Id in Exclude<OperationId, LeftToRaw>]: Odd<Id> extends never
      ? never
      : `${Id} is not a POST that has a body and no path or query parameters and returns an invoice with 200, unlike the other calls here: extend Calls for it, or add it to LeftToRaw`;
  }[Exclude<OperationId, LeftToRaw>]
>;

/** A method for every operation of the contract, named by its operationId. */
export type Calls = {
  -readonly [Id in keyof typeof operationTable as Exclude<Id, LeftToRaw | WithoutCall>]: (
    body: RequestOf<Id>,
    options?: OptionsOf<Id>,
  ) => Promise<PaymentInvoice>;
};

/** The contract's operations, and `waitForPayment`, which most integrations need. Every failed call throws a PaymentApiError. */
export interface PaymentClient extends Calls {
  /**
   * Every operation by its method and path, over openapi-fetch, with the token, limits and retries of this client: `const { data,
   * error, response } = await client.api.POST('/api/v1/payments/fetch', { body: { invoiceId } })`. Unlike the client's methods,
   * it does not check that a success matches its request, and it sends an `amount` as it is given. Throws only when no response
   * came.
   */
  api: ApiClient;
  /**
   * Fetches the invoice repeatedly, with growing pauses, until its status is one of `until` or final. Check the returned
   * `status`. Throws a TimeoutError when the time is up. If a fetch fails and the service asks to wait longer than the time that
   * is left, throws the error of that fetch immediately.
   */
  waitForPayment(invoiceId: string, options?: WaitOptions): Promise<PaymentInvoice>;
}
