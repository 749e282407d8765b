import type { paths } from '@payment-invoice/generated';
import type { UnexpectedResponseError } from '../errors/unexpected-response-error.ts';

type Method = 'get' | 'put' | 'post' | 'delete' | 'patch';
type PathsOf<M extends Method> = {
  [Path in keyof paths]: [NonNullable<paths[Path][M]>] extends [never] ? never : Path;
}[keyof paths];
type OperationAt<Path extends keyof paths, M extends Method> = NonNullable<paths[Path][M]>;

type Responses<Operation> = Operation extends { responses: infer All } ? All : never;
type JsonOf<Response> = Response extends { content: { 'application/json': infer Body } } ? Body : never;
type ProblemOf<Response> = Response extends { content: { 'application/problem+json': infer Body } } ? Body : never;
type AnyOf<All, Kind extends 'json' | 'problem'> = {
  [Status in keyof All]: Kind extends 'json' ? JsonOf<All[Status]> : ProblemOf<All[Status]>;
}[keyof All];

/** The request of one operation. */
export type RawInit<Operation> = (Operation extends { requestBody: { content: { 'application/json': infer Body } } }
  ? { body: Body }
  : { body?: never }) & {
  /** Parameters of the contract, an Idempotency-Key for example. */
  params?: Operation extends { parameters: infer Parameters } ? Partial<Parameters> : never;
  headers?: Record<string, string>;
  signal?: AbortSignal;
};

/** The JSON of a success, or the problem of a refusal; an UnexpectedResponseError when it was neither. */
export type RawResult<Operation> =
  | { data: AnyOf<Responses<Operation>, 'json'>; error?: undefined; response: Response }
  | { data?: undefined; error: AnyOf<Responses<Operation>, 'problem'> | UnexpectedResponseError; response: Response };

/** A client by method and path, as openapi-fetch's; only methods and paths of the contract compile. */
export type RawClient = {
  [M in Method as Uppercase<M>]: <Path extends PathsOf<M>>(
    path: Path,
    init: RawInit<OperationAt<Path, M>>,
  ) => Promise<RawResult<OperationAt<Path, M>>>;
};
