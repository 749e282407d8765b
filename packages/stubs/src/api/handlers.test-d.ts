import type { components } from '@payment-invoice/generated';
import { describe, expectTypeOf, test } from 'vitest';
import type { OperationId } from '../contract/load-contract.ts';
import { ProblemError, type ProblemItem } from '../problems/problem-error.ts';
import type { ApiOptions } from './api-options.ts';
import { createApi } from './create-api.ts';
import type { ClosedHandlers, HandlerResponse, Handlers, PaymentInvoice, RequestBody } from './handlers.ts';

declare const invoice: PaymentInvoice;
interface Account {
  accountId: string;
}
const ok = async () => ({ status: 200, body: invoice }) as const;
/** The handlers of three operations. The types of further operations are just as strict. */
type Three = Pick<Handlers<Account>, 'createPayment' | 'submitReceipt' | 'fetchPayment'>;

test('a map with every operation is accepted', () => {
  expectTypeOf<keyof Handlers<Account>>().toEqualTypeOf<OperationId>();
  expectTypeOf<keyof Three>().toExtend<OperationId>();
});

test('a missing operation is refused', () => {
  // @ts-expect-error createPayment is missing
  const handlers: Handlers<Account> = {} as Omit<Handlers<Account>, 'createPayment'>;
  expectTypeOf(handlers).toBeObject();
});

test('an operation that the contract does not have is refused', () => {
  // @ts-expect-error there is no destroyPayment
  const handlers: Three = { createPayment: ok, submitReceipt: ok, fetchPayment: ok, destroyPayment: ok };
  expectTypeOf(handlers).toBeObject();
});

test('an undocumented status is refused', () => {
  const handlers: Three = {
    // @ts-expect-error create returns 200
    createPayment: async () => ({ status: 201, body: invoice }),
    submitReceipt: ok,
    fetchPayment: ok,
  };
  expectTypeOf(handlers).toBeObject();
  expectTypeOf<409>().toExtend<HandlerResponse<'submitReceipt'>['status']>();
  expectTypeOf<409>().not.toExtend<HandlerResponse<'fetchPayment'>['status']>();
});

test('a wrong body is refused', () => {
  const handlers: Three = {
    // @ts-expect-error amount is a number
    createPayment: async () => ({ status: 200, body: { ...invoice, amount: '12.50' } }),
    // @ts-expect-error null is not a status
    submitReceipt: async () => ({ status: 200, body: { ...invoice, status: null } }),
    // @ts-expect-error a 404 is a problem, not an invoice
    fetchPayment: async () => ({ status: 404, body: invoice }),
  };
  expectTypeOf(handlers).toBeObject();
});

test('a misspelt field of a response is refused', () => {
  const { receiptId, ...rest } = invoice;
  const handlers: Three = {
    // @ts-expect-error recieptId
    createPayment: async () => ({ status: 200, body: { ...rest, recieptId: receiptId } }),
    submitReceipt: async () => ({ status: 200, body: { ...rest, receiptId } }),
    fetchPayment: ok,
  };
  expectTypeOf(handlers).toBeObject();
});

test('a field beside those of the response is refused', () => {
  // @ts-expect-error callbackUrl is never a property of a response
  const response: HandlerResponse<'createPayment'> = { status: 200, body: { ...invoice, callbackUrl: 'https://shop.example' } };
  // @ts-expect-error headrs
  const misspelt: HandlerResponse<'createPayment'> = { status: 200, body: invoice, headrs: {} };
  const right: HandlerResponse<'createPayment'> = { status: 200, body: invoice, headers: { 'X-Extra': 'yes' } };
  expectTypeOf([response, misspelt, right]).toBeArray();
});

describe('a property of a response that the contract does not name is refused by createApi', () => {
  const others = {} as Omit<Handlers<Account>, 'createPayment'>;
  const rest = {
    authenticate: async (token: string): Promise<Account | undefined> => ({ accountId: token }),
    publicBaseUrl: () => 'https://shop.example',
  };
  const startWith = {} as <Given extends Handlers<Account>>(handlers: Given & ClosedHandlers<Given>) => unknown;
  const row = { ...invoice, callbackUrl: 'https://shop.example', owner: 'account' };
  const problem = {} as components['schemas']['Problem'];

  test('where handlers are made', () => {
    const start = () => [
      // @ts-expect-error header
      startWith({ ...others, createPayment: async () => ({ status: 200, header: {}, body: invoice }) }),
      // @ts-expect-error amout
      startWith({ ...others, createPayment: async () => ({ status: 200, body: { ...invoice, amout: 1 } }) }),
      // @ts-expect-error callbackUrl
      startWith({ ...others, createPayment: async () => ({ status: 200, body: { ...invoice, callbackUrl: '' } }) }),
      createApi({
        ...rest,
        // @ts-expect-error owner
        handlers: { ...others, createPayment: async () => ({ status: 200, body: { ...invoice, owner: '' } }) },
      }),
    ];
    expectTypeOf(start).toBeFunction();
  });

  test('where a row is spread or passed on, at every level, in whichever return', () => {
    const spread = { ...others, createPayment: async () => ({ status: 200, body: { ...row } }) } satisfies Handlers<Account>;
    const passedOn = { ...others, createPayment: async () => ({ status: 200, body: row }) } satisfies Handlers<Account>;
    const headed = {
      ...others,
      createPayment: async () => ({ status: 200, header: {}, body: invoice }),
    } satisfies Handlers<Account>;
    const second = {
      ...others,
      createPayment: async ({ body }) =>
        body.amount > 1 ? { status: 422, body: problem } : { status: 200, body: { ...invoice, amout: body.amount } },
    } satisfies Handlers<Account>;
    const deep = {
      ...others,
      createPayment: async () => ({
        status: 422,
        body: { ...problem, errors: [{ pointer: '', code: 'type', detail: '', at: 1 }] },
      }),
    } satisfies Handlers<Account>;
    const start = () => [
      // @ts-expect-error callbackUrl
      startWith(spread),
      // @ts-expect-error callbackUrl
      createApi({ ...rest, handlers: passedOn }),
      // @ts-expect-error header
      startWith(headed),
      // @ts-expect-error amout
      startWith(second),
      // @ts-expect-error errors[].at
      startWith(deep),
    ];
    expectTypeOf(start).toBeFunction();
  });

  test('and handlers without one are accepted', () => {
    const lawful = {
      ...others,
      createPayment: async ({ body, principal }) => {
        expectTypeOf(principal).toEqualTypeOf<Account>();
        if (body.amount > 1) return { status: 422, body: { ...problem, errors: [{ pointer: '', code: 'type', detail: '' }] } };
        return { status: 200, body: { ...invoice, amount: body.amount }, headers: { 'X-Extra': 'yes' } };
      },
    } satisfies Handlers<Account>;
    const annotated: Handlers<Account> = lawful;
    const start = () => [startWith(lawful), startWith(annotated)];
    expectTypeOf(start).toBeFunction();
  });
});

test('a misspelt property of the request is refused', () => {
  const handlers: Three = {
    // @ts-expect-error invoice_id
    submitReceipt: async ({ body }) => ({ status: 200, body: { ...invoice, id: body.invoice_id } }),
    fetchPayment: async ({ body, principal, requestId }) => {
      expectTypeOf(body).toEqualTypeOf<{ invoiceId: string }>();
      expectTypeOf(principal).toEqualTypeOf<Account>();
      expectTypeOf(requestId).toBeString();
      return { status: 200, body: { ...invoice, id: body.invoiceId } };
    },
    createPayment: ok,
  };
  expectTypeOf(handlers).toBeObject();
});

test("the request body is the contract's", () => {
  expectTypeOf<RequestBody<'createPayment'>['cashTag']>().toBeString();
  expectTypeOf<RequestBody<'createPayment'>['amount']>().toBeNumber();
  expectTypeOf<RequestBody<'createPayment'>['isWhiteLabel']>().toEqualTypeOf<boolean | undefined>();
  expectTypeOf<RequestBody<'createPayment'>['callbackUrl']>().toEqualTypeOf<string | undefined>();
});

test("the headers are the contract's", () => {
  const handlers: Three = {
    createPayment: async ({ headers }) => {
      expectTypeOf(headers['Idempotency-Key']).toEqualTypeOf<string | undefined>();
      // @ts-expect-error an operation's headers are those that the contract gives it
      return { status: 200, body: { ...invoice, note: headers['Idempotent-Key'] } };
    },
    submitReceipt: ok,
    fetchPayment: async ({ headers, remoteAddress }) => {
      // @ts-expect-error fetch has no such header
      expectTypeOf(headers['Idempotency-Key']).toBeAny();
      expectTypeOf(remoteAddress).toEqualTypeOf<string | undefined>();
      return { status: 200, body: invoice, headers: { 'Idempotent-Replayed': 'true' } };
    },
  };
  expectTypeOf(handlers).toBeObject();
});

test('guards may return at once or later, and admit need not return', () => {
  const options: Pick<ApiOptions<Account>, 'authenticate' | 'admit'>[] = [
    { authenticate: (token) => ({ accountId: token }), admit: () => undefined },
    { authenticate: async () => undefined, admit: () => {} },
    {
      authenticate: async (_token, { remoteAddress, requestId }) => ({ accountId: `${remoteAddress}${requestId}` }),
      admit: async ({ accountId }, operationId) => {
        expectTypeOf(operationId).toEqualTypeOf<OperationId>();
        return { RateLimit: accountId };
      },
    },
    { authenticate: async () => undefined, admit: async () => {} },
    // @ts-expect-error a header is a string
    { authenticate: async () => undefined, admit: async () => ({ RateLimit: 5 }) },
    // @ts-expect-error not an account
    { authenticate: async () => 'account' },
  ];
  expectTypeOf(options).toBeArray();
});

test('whether a token is right is no principal: false would let everyone in', () => {
  const handlers = {} as Handlers<boolean>;
  const options = { handlers, authenticate: (token: string) => token === 'good', publicBaseUrl: () => 'https://shop.example' };
  // @ts-expect-error a boolean does not say who asks
  const api = () => createApi(options);
  expectTypeOf(api).toBeFunction();
});

test('a problem has a code of the catalogue', () => {
  expectTypeOf(new ProblemError('invoice_not_found', 'No such invoice.')).toExtend<Error>();
  // @ts-expect-error there is no such problem
  expectTypeOf(new ProblemError('invoice_missing', 'No such invoice.')).toExtend<Error>();
  // @ts-expect-error an item also needs a code from the contract
  const item: ProblemItem = { pointer: '', code: 'wrong', detail: '' };
  expectTypeOf(item).toBeObject();
});
