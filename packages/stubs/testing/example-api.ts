import { operationTable } from '@payment-invoice/generated';
import { exampleCreate, exampleInvoice as invoiceOfContract } from '@payment-invoice/generated/examples';
import type { ApiOptions } from '../src/api/api-options.ts';
import { createApi } from '../src/api/create-api.ts';
import type { Handlers, PaymentInvoice } from '../src/api/handlers.ts';
import type { DocumentedOperation, OperationId } from '../src/contract/load-contract.ts';
import type { ApiRequest } from '../src/request/api-messages.ts';
import { createResponseChecks, type ResponseChecker } from '../src/response/check-response.ts';

/** A valid invoice. The tests fetch it by its id. */
export const exampleInvoice: PaymentInvoice = { ...invoiceOfContract, id: 'inv_1' };

/** The body of a valid problem of `fetchPayment`. */
export const exampleProblem = {
  type: 'http://shop.test/problems/invoice_not_found',
  title: 'No such invoice',
  status: 404,
  detail: 'No.',
  code: 'invoice_not_found',
  requestId: 'req_test',
};

const returnExample = async () => ({ status: 200, body: exampleInvoice }) as const;
const operationIds = Object.keys(operationTable) as OperationId[];

/** The options of an API that accepts the token `good` and responds with `exampleInvoice`. */
export const exampleOptions: ApiOptions<string> = {
  // Every operation returns the example invoice.
  handlers: {
    ...(Object.fromEntries(operationIds.map((id) => [id, returnExample])) as unknown as Handlers<string>),
    // createPayment returns the fields that were sent to it. All other operations return the example unchanged.
    createPayment: async ({ body: { callbackUrl: _, ...sent } }) => ({ status: 200, body: { ...exampleInvoice, ...sent } }),
  },
  authenticate: async (token) => (token === 'good' ? 'account' : undefined),
  publicBaseUrl: () => 'http://shop.test',
};

/** Makes the response checker of an API with the default options. */
export function makeChecker(operations: readonly DocumentedOperation[]): ResponseChecker {
  const options = { validation: 'fail', undeclared: 'drop', onInvalidResponse: () => undefined } as const;
  return createResponseChecks(operations, new Set())(options);
}

/** The parts of a request that a test chooses. By default the request is a successful createPayment. */
export interface RequestSketch {
  method?: string;
  path?: string;
  /** Headers to send in addition to Authorization and Content-Type, each name followed by its value. */
  headers?: readonly string[];
  /** The headers to send in place of all others. */
  rawHeaders?: readonly string[];
  /** A value to write as JSON; text and bytes are sent unchanged. */
  body?: unknown;
}

/** Makes a request object. No connection is needed. */
export function sketchRequest({ method, path, headers = [], rawHeaders, body }: RequestSketch = {}): ApiRequest {
  const value = body ?? exampleCreate;
  const bytes = Buffer.isBuffer(value) ? value : Buffer.from(typeof value === 'string' ? value : JSON.stringify(value));
  return {
    method: method ?? 'POST',
    path: path ?? '/api/v1/payments/create',
    rawHeaders: rawHeaders ?? ['Authorization', 'Bearer good', 'Content-Type', 'application/json', ...headers],
    requestId: 'req_test',
    remoteAddress: '192.0.2.7',
    readBody: async () => bytes,
  };
}

/** The errors that the hooks were called with. */
export interface Told {
  errors: unknown[];
  invalid: unknown[];
}

/** Sends `times` requests to an API with an untyped handler, and returns the last response. */
export async function respondWith(handler: () => unknown, options: Partial<ApiOptions<string>> = {}, times = 1) {
  const told: Told = { errors: [], invalid: [] };
  const api = await createApi({
    ...exampleOptions,
    handlers: { ...exampleOptions.handlers, fetchPayment: async () => handler() as never },
    onError: (error) => void told.errors.push(error),
    onInvalidResponse: (error, requestId) => void told.invalid.push([requestId, error]),
    ...options,
  });
  const ask = () => api.handle(sketchRequest({ path: '/api/v1/payments/fetch', body: { invoiceId: 'inv_1' } }));
  for (let asked = 1; asked < times; asked += 1) await ask();
  const response = await ask();
  return { response: { ...response, code: (response.body as { code?: string }).code }, told };
}
