import type { paths } from '@payment-invoice/generated';
import type { UnexpectedResponseError } from '../errors/error-classes.ts';
import type { ReadResponse } from '../http/read-text.ts';
import type { CallOptions } from '../options/client-options.ts';
import { tryTo } from '../options/read-options.ts';
import { maskHeaders } from '../response/mask-secrets.ts';
import { errorForResponse, readSuccess, refusals, unexpected } from '../response/read-response.ts';
import type { Loose, Problem } from '../types.ts';
import type { Method, Parts } from './ride-openapi-fetch.ts';

type HttpMethod = 'get' | 'put' | 'post' | 'delete' | 'patch';
type PathsOf<M extends HttpMethod> = {
  [Path in keyof paths]: [NonNullable<paths[Path][M]>] extends [never] ? never : Path;
}[keyof paths];
type OperationAt<Path extends keyof paths, M extends HttpMethod> = NonNullable<paths[Path][M]>;

/** The bodies of an operation's responses that have this media type. */
type BodyOf<Operation, Type extends string> = Operation extends { responses: infer All }
  ? { [Status in keyof All]: All[Status] extends { content: Record<Type, infer Body> } ? Body : never }[keyof All]
  : never;

/** The request of one operation, without options. */
export type RequestAt<Operation> = (Operation extends { requestBody: { content: { 'application/json': infer Body } } }
  ? { body: Loose<Body> }
  : { body?: never }) & {
  /** The operation's parameters in the contract, for example the Idempotency-Key. */
  params?: Operation extends { parameters: infer Parameters } ? Partial<Parameters> | undefined : never;
};

/** The result of a call: the JSON of a success, the problem of an error response, or an UnexpectedResponseError. */
export type ApiResult<Operation> =
  | { data: BodyOf<Operation, 'application/json'>; error?: undefined; response: Response }
  | { data?: undefined; error: BodyOf<Operation, 'application/problem+json'> | UnexpectedResponseError; response: Response };

/** A function for each HTTP method. It takes one of the contract's paths, and an object with the request and the options. */
export type CallsByPath<Options> = {
  [M in HttpMethod as Uppercase<M>]: <Path extends PathsOf<M>>(
    path: Path,
    init: RequestAt<OperationAt<Path, M>> & Options,
  ) => Promise<ApiResult<OperationAt<Path, M>>>;
};

/** Every operation of the contract by its method and path, with the options of a call. */
export type ApiClient = CallsByPath<CallOptions>;

/** A result in the form of openapi-fetch. A failure always has an `error`, even if the response contained no problem. */
export interface Result {
  data?: unknown;
  error?: object;
  response: Response;
}

/** Makes a result. Builds the Response only when a caller reads `response`: building takes a fifth of a call's time. */
function resultOf({ status, headers, text, mask }: ReadResponse, parts: Omit<Result, 'response'>): Result {
  let made: Response | undefined;
  return {
    ...parts,
    get response() {
      // `new Response` allows no body with 204, 205 or 304, and no status 0, which a browser gives to an unfollowed redirect.
      made ??=
        tryTo(
          () => new Response([204, 205, 304].includes(status) ? null : text, { status, headers: maskHeaders(headers, mask) }),
        ) ?? Response.error();
      return made;
    },
  };
}

const methods: Method[] = ['GET', 'PUT', 'POST', 'DELETE', 'PATCH'];

/** Sends a request and returns what `read` returns for its response. `read` throws for any response other than a success. */
export type Send<Options> = <T extends object>(
  method: Method,
  path: string,
  read: (response: ReadResponse) => T,
  parts: Parts,
  options: Options,
) => Promise<T>;

/** Makes the functions that call operations by path. They send requests with `send`, and throw only if no response arrives. */
export function makeCallsByPath<Options>(send: Send<Options>): CallsByPath<Options> {
  const callBy =
    (method: Method) =>
    async (path: string, { body, params, ...options }: Parts & Options = {} as Parts & Options): Promise<Result> => {
      const read = (response: ReadResponse) =>
        // A successful DELETE may have no body.
        resultOf(response, { data: method !== 'POST' && response.status === 204 ? undefined : readSuccess(response) });
      try {
        return await send(method, path, read, { body, params }, options as Options);
      } catch (error) {
        const refusal = refusals.get(error as object);
        if (!refusal) throw error;
        return resultOf(refusal, { error: (error as { problem?: Problem }).problem ?? errorForResponse(refusal, unexpected) });
      }
    };
  return Object.fromEntries(methods.map((method) => [method, callBy(method)])) as unknown as CallsByPath<Options>;
}
