import type { paths } from '@payment-invoice/generated';
import type { UnexpectedResponseError } from '../errors/unexpected-response-error.ts';
import type { CallOptions } from '../options/client-options.ts';
import type { Loose } from '../types.ts';

type HttpMethod = 'get' | 'put' | 'post' | 'delete' | 'patch';
type PathsOf<M extends HttpMethod> = {
  [Path in keyof paths]: [NonNullable<paths[Path][M]>] extends [never] ? never : Path;
}[keyof paths];
type OperationAt<Path extends keyof paths, M extends HttpMethod> = NonNullable<paths[Path][M]>;

type Responses<Operation> = Operation extends { responses: infer All } ? All : never;
type JsonOf<Response> = Response extends { content: { 'application/json': infer Body } } ? Body : never;
type ProblemOf<Response> = Response extends { content: { 'application/problem+json': infer Body } } ? Body : never;
type AnyOf<All, Kind extends 'json' | 'problem'> = {
  [Status in keyof All]: Kind extends 'json' ? JsonOf<All[Status]> : ProblemOf<All[Status]>;
}[keyof All];

/** The request of one operation, without options. */
export type RequestAt<Operation> = (Operation extends { requestBody: { content: { 'application/json': infer Body } } }
  ? { body: Loose<Body> }
  : { body?: never }) & {
  /** The operation's parameters in the contract, for example the Idempotency-Key. */
  params?: Operation extends { parameters: infer Parameters } ? Partial<Parameters> | undefined : never;
};

/**
 * The result of a call: the JSON of a success, the problem of a refusal, or an UnexpectedResponseError when the response was
 * neither.
 */
export type ApiResult<Operation> =
  | { data: AnyOf<Responses<Operation>, 'json'>; error?: undefined; response: Response }
  | { data?: undefined; error: AnyOf<Responses<Operation>, 'problem'> | UnexpectedResponseError; response: Response };

/**
 * Calls by method and path, as in openapi-fetch, with options next to the request. Only the contract's methods and paths compile.
 */
export type CallsByPath<Options> = {
  [M in HttpMethod as Uppercase<M>]: <Path extends PathsOf<M>>(
    path: Path,
    init: RequestAt<OperationAt<Path, M>> & Options,
  ) => Promise<ApiResult<OperationAt<Path, M>>>;
};

/** Every operation of the contract by its method and path, with the options of a call. */
export type ApiClient = CallsByPath<CallOptions>;
