/**
 * openapi-fetch over the contract's paths, for what the calls by name leave out. The only importer of openapi-fetch, which is at
 * its end of life: the types are our own, so that it can be replaced here. Install it beside this package to use this entry.
 */
import createOpenapiFetch from 'openapi-fetch';
import { type ReadResponse, sendAttempt } from './call/send-attempt.ts';
import { userAgent } from './call/user-agent.ts';
import { UnexpectedResponseError } from './errors/unexpected-response-error.ts';
import type { ClientOptions } from './options/client-options.ts';
import { readOptions } from './options/read-options.ts';
import type { RawClient } from './raw/raw-client.ts';
import { describeBody } from './response/describe-body.ts';
import { maskHeaders, maskSecrets } from './response/mask-secrets.ts';
import { parseJson } from './response/read-problem.ts';

export type { RawClient, RawInit, RawResult } from './raw/raw-client.ts';

/**
 * Makes a raw client with base URL, token, headers and limits of one attempt set. Nothing is sent again, no hook is called, and
 * a success is not checked beyond being JSON. Whatever else comes is the `error`: the problem, or an UnexpectedResponseError for
 * a web page, a redirect or an empty success. Throws only when no response came, and a TypeError at once for a wrong option.
 */
export function createRawClient(options: ClientOptions): RawClient {
  const checked = readOptions(options);
  const timeoutMs = Math.min(checked.timeoutMs, checked.attemptTimeoutMs);
  const agent = userAgent();
  const read = new WeakMap<Response, ReadResponse>();
  const bare = createOpenapiFetch<Record<string, Record<'post', object>>>({
    baseUrl: checked.baseUrl,
    headers: { ...(agent && { 'user-agent': agent }), ...checked.headers },
    fetch: async (request: Request) => {
      const { url, method, headers, signal } = request;
      const sent = await sendAttempt({
        ...checked,
        url,
        method,
        headers: Object.fromEntries(headers),
        // A GET may not have one, not even an empty one.
        body: (await request.text()) || null,
        secrets: [],
        timeoutMs,
        signal,
        limit: `${timeoutMs} ms`,
        readToken: () => checked.readToken({ attempt: 1, refusedToken: undefined }),
      });
      const response = makeResponse(sent);
      read.set(response, sent);
      return response;
    },
  });
  const send = async (method: string, path: string, init: object) => {
    const { response } = await bare.request(method as 'post', path, { ...init, parseAs: 'text' });
    // A delete may have nothing to show.
    if (method !== 'POST' && response.status === 204) return { response, data: undefined };
    return { response, ...readResult(read.get(response) as ReadResponse) };
  };
  const methods = ['GET', 'PUT', 'POST', 'DELETE', 'PATCH'].map((method) => [
    method,
    (path: string, init: object) => send(method, path, init),
  ]);
  return Object.fromEntries(methods) as RawClient;
}

/** In a browser a redirect that was not followed has status 0, which no Response can be made with. */
function makeResponse({ status, headers, text, secrets }: ReadResponse): Response {
  if (status < 200) return Response.error();
  return new Response([204, 205, 304].includes(status) ? null : text, { status, headers: maskHeaders(headers, secrets) });
}

function readResult({ url, status, headers, text, secrets }: ReadResponse): { data: object } | { error: object } {
  const value = parseJson(text);
  if (value && status > 199 && status < 300) return { data: value };
  if (typeof value?.code === 'string' && status > 399) return { error: value };
  const what = maskSecrets(describeBody(headers, text), secrets);
  return {
    error: new UnexpectedResponseError(`${url} responded ${status} with ${what}.`, {
      status,
      headers: maskHeaders(headers, secrets),
    }),
  };
}
