import type { components, operations, requiredHeaders } from '@payment-invoice/generated';
import type { OperationId } from '../contract/load-contract.ts';
import type { ResponseHeaders } from '../request/api-messages.ts';

/**
 * The JSON body of a request to the operation, valid against the contract. Defaults are filled in, which the type cannot show. An
 * optional property is never null, because the contract treats null like an absent property.
 */
export type RequestBody<Id extends OperationId> = operations[Id] extends {
  requestBody: { content: { 'application/json': infer Body } };
}
  ? { [Name in keyof Body]: undefined extends Body[Name] ? Exclude<Body[Name], null> : Body[Name] }
  : undefined;

/** The header parameters of the operation, by the names that the contract gives them and valid against it. */
export type RequestHeaders<Id extends OperationId> = [NonNullable<operations[Id]['parameters']['header']>] extends [never]
  ? Readonly<Record<never, never>>
  : Readonly<NonNullable<operations[Id]['parameters']['header']>>;

/** The parameters of the path or the query, by their names in the contract. Those of the query have their defaults. */
type ParametersIn<Id extends OperationId, Place extends 'path' | 'query'> = [
  NonNullable<operations[Id]['parameters'][Place]>,
] extends [never]
  ? Readonly<Record<never, never>>
  : Readonly<NonNullable<operations[Id]['parameters'][Place]>>;

/** The parameters in the path of the operation, decoded and valid against the contract. */
export type PathParameters<Id extends OperationId> = ParametersIn<Id, 'path'>;

/**
 * The parameters in the query of the operation, decoded and valid against the contract. Defaults are filled in, which the type
 * cannot show.
 */
export type QueryParameters<Id extends OperationId> = ParametersIn<Id, 'query'>;

/** The headers that a success must have but the stubs do not set, so that the handler has to. */
type PromisedHeader<Id extends OperationId> = Exclude<(typeof requiredHeaders)[Id][number], 'X-Request-Id' | 'Cache-Control'>;

/** The headers of a response: those that its handler has to set, and any others. */
type HeadersOf<Id extends OperationId, Status extends number> = `${Status}` extends `2${string}`
  ? [PromisedHeader<Id>] extends [never]
    ? { headers?: ResponseHeaders }
    : { headers: ResponseHeaders & Readonly<Record<PromisedHeader<Id>, string>> }
  : { headers?: ResponseHeaders };

/** A documented response as a value. Its content type follows from its status. */
type ResponseOf<Id extends OperationId, Status extends number, Documented> = Documented extends { content: infer Content }
  ? {
      readonly [Type in keyof Content]: {
        status: Status;
        body: Content[Type];
      } & HeadersOf<Id, Status>;
    }[keyof Content]
  : { status: Status; body?: undefined } & HeadersOf<Id, Status>;

/** The responses that the contract allows the operation to send: each documented status with its body. */
export type HandlerResponse<Id extends OperationId> = {
  [Status in keyof operations[Id]['responses'] & number]: ResponseOf<Id, Status, operations[Id]['responses'][Status]>;
}[keyof operations[Id]['responses'] & number];

/** A request as its handler receives it, authenticated and checked. */
export interface HandlerInput<Id extends OperationId, Principal> {
  /** Undefined for an operation without a body. */
  body: RequestBody<Id>;
  path: PathParameters<Id>;
  query: QueryParameters<Id>;
  headers: RequestHeaders<Id>;
  /** All headers as they were sent and unchecked, with names and values in turn; for example to read `traceparent`. */
  rawHeaders: readonly string[];
  /**
   * The bytes of the body as they were sent; undefined without a body. They show whether a property was left out or sent with its
   * default value.
   */
  rawBody: Uint8Array | undefined;
  /** The owner of the token, as `authenticate` returned it. */
  principal: Principal;
  /** The request's id, sent as the header `X-Request-Id` and as `requestId` of a problem. */
  requestId: string;
  /** The client's address, as in `ApiRequest`. */
  remoteAddress: string | undefined;
}

/** A request to any operation, as the code that handles all operations sees it. */
export interface AnyInput
  extends Pick<HandlerInput<never, unknown>, 'rawHeaders' | 'rawBody' | 'principal' | 'requestId' | 'remoteAddress'> {
  body: Record<string, unknown> | undefined;
  path: Record<string, unknown>;
  query: Record<string, unknown>;
  headers: Record<string, unknown>;
}

/** Handles one operation. A thrown `ProblemError` is sent as a problem; anything else thrown is a 500. */
export type Handler<Id extends OperationId, Principal> = (input: HandlerInput<Id, Principal>) => Promise<HandlerResponse<Id>>;

/** A request as an examiner receives it: its body and parameters hold only values that are valid against the contract. */
export type ExaminerInput<Id extends OperationId, Principal> = Omit<HandlerInput<Id, Principal>, 'body' | 'path' | 'query'> & {
  body: Partial<RequestBody<Id>>;
  path: Partial<PathParameters<Id>>;
  query: Partial<QueryParameters<Id>>;
};

/** Throws a `ProblemError` for properties that are wrong even though they are valid against the contract. */
export type Examiner<Id extends OperationId, Principal> = (input: ExaminerInput<Id, Principal>) => void;

/** The examiners of the operations that have one. */
export type Examiners<Principal> = { readonly [Id in OperationId]?: Examiner<Id, Principal> };

/** One handler for each operation. A missing or unknown handler is a compile error, and is also refused at start. */
export type Handlers<Principal> = { readonly [Id in OperationId]: Handler<Id, Principal> };

/**
 * The handlers with `never` for each property of a response that the contract does not name. TypeScript checks for excess
 * properties only where an object literal meets its type, which the result of an async function escapes, so `createApi` compares
 * the types instead.
 */
export type ClosedHandlers<Given> = {
  readonly [Id in keyof Given]: Given[Id] extends (...input: infer Input) => Promise<infer Returned>
    ? Id extends OperationId
      ? (...input: Input) => Promise<ClosedResponse<Returned, HandlerResponse<Id>>>
      : Given[Id]
    : Given[Id];
};

/** The response type of a handler, with `never` for each property that no documented response of its status has. */
type ClosedResponse<Returned, Documented> = Returned extends { status: infer Status }
  ? Closed<Returned, Extract<Documented, { status: Status }>>
  : Returned;

type Closed<Given, Named> = Given extends readonly (infer Item)[]
  ? readonly Closed<Item, Named extends readonly (infer NamedItem)[] ? NamedItem : never>[]
  : Given extends object
    ? { [Name in keyof Given]: Name extends NamesOf<Named> ? Closed<Given[Name], PropertyOf<Named, Name>> : never }
    : Given;

type NamesOf<Named> = Named extends unknown ? keyof Named : never;
type PropertyOf<Named, Name> = Named extends unknown ? (Name extends keyof Named ? Named[Name] : never) : never;

/** The invoice, as every operation returns it. */
export type PaymentInvoice = components['schemas']['PaymentInvoice'];
