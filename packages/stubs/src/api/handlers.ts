import type { components, operations, requiredHeaders } from '@payment-invoice/generated';
import type { OperationId } from '../contract/load-contract.ts';
import type { ResponseHeaders } from '../request/api-messages.ts';

/**
 * The JSON body of a request, valid against the contract. Its defaults are filled in, which the type cannot express. An
 * optional property is never null, because the contract treats null as absent.
 */
export type RequestBody<Id extends OperationId> = operations[Id] extends {
  requestBody: { content: { 'application/json': infer Body } };
}
  ? { [Name in keyof Body]: undefined extends Body[Name] ? Exclude<Body[Name], null> : Body[Name] }
  : undefined;

/** The parameters of the path, the query or the headers, by their names in the contract. */
type ParametersIn<Id extends OperationId, Place extends 'path' | 'query' | 'header'> = [
  NonNullable<operations[Id]['parameters'][Place]>,
] extends [never]
  ? Readonly<Record<never, never>>
  : Readonly<NonNullable<operations[Id]['parameters'][Place]>>;

/** The header parameters of the operation, valid against the contract, by the names that the contract gives them. */
export type RequestHeaders<Id extends OperationId> = ParametersIn<Id, 'header'>;

/** The parameters of the path, decoded and valid against the contract. */
export type PathParameters<Id extends OperationId> = ParametersIn<Id, 'path'>;

/** The parameters of the query, decoded and valid against the contract, with defaults, which the type cannot express. */
export type QueryParameters<Id extends OperationId> = ParametersIn<Id, 'query'>;

/** The headers that a successful response must have and that the handler must set, because the stubs do not set them. */
type PromisedHeader<Id extends OperationId> = Exclude<(typeof requiredHeaders)[Id][number], 'X-Request-Id' | 'Cache-Control'>;

/** The headers of a response. Headers that the handler must set are required, and any other headers are allowed. */
type HeadersOf<Id extends OperationId, Status extends number> = `${Status}` extends `2${string}`
  ? [PromisedHeader<Id>] extends [never]
    ? { headers?: ResponseHeaders }
    : { headers: ResponseHeaders & Readonly<Record<PromisedHeader<Id>, string>> }
  : { headers?: ResponseHeaders };

/** A documented response. Its content type follows from its status. */
type ResponseOf<Id extends OperationId, Status extends number, Documented> = Documented extends { content: infer Content }
  ? {
      readonly [Type in keyof Content]: { status: Status; body: Content[Type] } & HeadersOf<Id, Status>;
    }[keyof Content]
  : { status: Status; body?: undefined } & HeadersOf<Id, Status>;

/** The responses that the contract documents for the operation: each status with its body. */
export type HandlerResponse<Id extends OperationId> = {
  [Status in keyof operations[Id]['responses'] & number]: ResponseOf<Id, Status, operations[Id]['responses'][Status]>;
}[keyof operations[Id]['responses'] & number];

/** A request as its handler gets it: authenticated and checked. */
export interface HandlerInput<Id extends OperationId, Principal> {
  /** Undefined for an operation without a body. */
  body: RequestBody<Id>;
  path: PathParameters<Id>;
  query: QueryParameters<Id>;
  headers: RequestHeaders<Id>;
  /** All headers as they were sent, unchecked, each name followed by its value. A handler may for example read `traceparent`. */
  rawHeaders: readonly string[];
  /** The bytes of the body as they were sent, without the defaults that `body` contains; undefined without a body. */
  rawBody: Uint8Array | undefined;
  /** The owner of the token, as `authenticate` has returned it. */
  principal: Principal;
  /** The request's id. It is sent as the header `X-Request-Id`, and as `requestId` of a problem. */
  requestId: string;
  /** The client's address, as in `ApiRequest`. */
  remoteAddress: string | undefined;
}

/** A request to any operation, for code that handles all of them. */
export interface AnyInput
  extends Pick<HandlerInput<never, unknown>, 'rawHeaders' | 'rawBody' | 'principal' | 'requestId' | 'remoteAddress'> {
  body: Record<string, unknown> | undefined;
  path: Record<string, unknown>;
  query: Record<string, unknown>;
  headers: Record<string, unknown>;
}

/** Handles an operation. A `ProblemError` that it throws is sent as that problem; any other error becomes a 500. */
export type Handler<Id extends OperationId, Principal> = (input: HandlerInput<Id, Principal>) => Promise<HandlerResponse<Id>>;

/** A request as its examiner gets it. Its body and parameters contain only the values that are valid. */
export type ExaminerInput<Id extends OperationId, Principal> = Omit<HandlerInput<Id, Principal>, 'body' | 'path' | 'query'> & {
  body: Partial<RequestBody<Id>>;
  path: Partial<PathParameters<Id>>;
  query: Partial<QueryParameters<Id>>;
};

/** Throws a `ProblemError` for properties that are wrong although the schema accepts them. */
export type Examiner<Id extends OperationId, Principal> = (input: ExaminerInput<Id, Principal>) => void;

/** An examiner for each operation that needs one. */
export type Examiners<Principal> = { readonly [Id in OperationId]?: Examiner<Id, Principal> };

/** A handler for each operation. If one is missing or unknown, the compiler reports it, and `createApi` throws. */
export type Handlers<Principal> = { readonly [Id in OperationId]: Handler<Id, Principal> };

/**
 * Gives the type `never` to each property of a handler's response that the contract does not name, so that the handler does not
 * compile. TypeScript itself finds excess properties only in an object literal that is assigned directly to its type, and not in
 * the result of an async function.
 */
export type ClosedHandlers<Given> = {
  readonly [Id in keyof Given]: Given[Id] extends (...input: infer Input) => Promise<infer Returned>
    ? Id extends OperationId
      ? (...input: Input) => Promise<ClosedResponse<Returned, HandlerResponse<Id>>>
      : Given[Id]
    : Given[Id];
};

/** The response of a handler, with `never` for each property that no documented response of the same status has. */
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
