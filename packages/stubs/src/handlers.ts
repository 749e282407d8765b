import type { components, operations } from '@payment-invoice/generated';

/** The join key of everything: an `operationId` of the contract. */
export type OperationId = keyof operations;

/** The JSON body of a request to the operation, valid against the contract. Defaults are filled in, though the types do not know. */
export type RequestBody<Id extends OperationId> = operations[Id]['requestBody']['content']['application/json'];

/** The header parameters that the contract gives the operation, by the names it gives them; valid against it. */
export type RequestHeaders<Id extends OperationId> = [NonNullable<operations[Id]['parameters']['header']>] extends [never]
  ? Readonly<Record<never, never>>
  : Readonly<NonNullable<operations[Id]['parameters']['header']>>;

/** Headers of an answer, beside those that every answer carries. */
export type AnswerHeaders = Readonly<Record<string, string>>;

/** One documented response as a value: an answer is known by its status, so the content type follows from it. */
type AnswerOf<Status extends number, Response> = Response extends { content: infer Content }
  ? {
      readonly [Type in keyof Content]: {
        status: Status;
        body: Content[Type];
        headers?: AnswerHeaders;
      };
    }[keyof Content]
  : never;

/** What the contract allows the operation to answer: each documented status with the body that belongs to it. */
export type Answer<Id extends OperationId> = {
  [Status in keyof operations[Id]['responses'] & number]: AnswerOf<Status, operations[Id]['responses'][Status]>;
}[keyof operations[Id]['responses'] & number];

/** What a handler is given. The request was authenticated and checked before. */
export interface HandlerInput<Id extends OperationId, Principal> {
  body: RequestBody<Id>;
  headers: RequestHeaders<Id>;
  /**
   * How the number at a JSON pointer (RFC 6901) into the body was written, as `1.50` or `15e-1`: a JavaScript number forgets
   * it, and rounds. Undefined where the request has no number, a default that was filled in included.
   */
  sourceOf: (pointer: string) => string | undefined;
  /** Who asks, as `authenticate` returned it. */
  principal: Principal;
  /** Also the header `X-Request-Id` and the problem member `requestId`. */
  requestId: string;
  /** As in the request to the API. */
  remoteAddress: string | undefined;
}

/**
 * Answers one operation. Problems are thrown as a `ProblemError`; anything else thrown is a 500.
 */
export type Handler<Id extends OperationId, Principal> = (input: HandlerInput<Id, Principal>) => Promise<Answer<Id>>;

/** What an examiner is given: of the body, the members that are there and valid against the contract. */
export type ExaminerInput<Id extends OperationId, Principal> = Omit<HandlerInput<Id, Principal>, 'body'> & {
  body: Partial<RequestBody<Id>>;
};

/** What throws a `ProblemError` for members that are valid against the contract and wrong all the same. */
export type Examiners<Principal> = { readonly [Id in OperationId]?: (input: ExaminerInput<Id, Principal>) => void };

/** One handler an operation; a missing or unknown one is a compile error, and refused at start. */
export type Handlers<Principal> = { readonly [Id in OperationId]: Handler<Id, Principal> };

/** The invoice, as every operation answers it. */
export type PaymentInvoice = components['schemas']['PaymentInvoice'];
