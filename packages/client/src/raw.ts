/** A client without the retries of createClient. It is a separate entry point, so that only programs that use it bundle it. */
import { type CallsByPath, makeCallsByPath, type RequestAt, type Send } from './api/calls-by-path.ts';
import { createRide } from './api/ride-openapi-fetch.ts';
import { makeHeaders, sendAttempt } from './call/send-attempt.ts';
import type { ClientOptions } from './options/client-options.ts';
import { readOptions, readToken } from './options/read-options.ts';
import { secretsOf } from './response/mask-secrets.ts';

/** The options of one request. */
export interface RawOptions {
  headers?: Record<string, string> | undefined;
  signal?: AbortSignal | undefined;
}

/** Every operation of the contract by its method and path. */
export type RawClient = CallsByPath<RawOptions>;
/** The request of one operation, with its options. */
export type RawInit<Operation> = RequestAt<Operation> & RawOptions;
export type { ApiResult as RawResult } from './api/calls-by-path.ts';

/**
 * Makes a raw client from a base URL, a token, headers and the limits of a single attempt. It never retries and calls no hooks.
 * It checks only that a successful response is JSON. Any other response is returned as `error`: the problem, or an
 * UnexpectedResponseError for a web page, a redirect or an empty success. A call throws only if no response arrives. An invalid
 * option throws a TypeError immediately.
 */
export function createRawClient(options: ClientOptions): RawClient {
  const checked = readOptions(options);
  const mostMs = Math.min(checked.timeoutMs, checked.attemptTimeoutMs);
  const ride = createRide(checked.baseUrl);
  const send: Send<RawOptions> = async (method, path, read, { body, params }, { headers, signal }) =>
    ride(method, path, { body, params, headers: { ...checked.headers, ...headers } }, async (request) => {
      const readOwnToken = () => readToken(checked.token, { attempt: 1, refusedToken: undefined });
      const sender = { ...checked, secrets: secretsOf(body), signal };
      return read(await sendAttempt(sender, request, makeHeaders(request.headers), mostMs, readOwnToken));
    });
  return makeCallsByPath(send);
}
