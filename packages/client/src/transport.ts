/**
 * How calls travel. The only importer of openapi-fetch, so that it can be replaced in one place.
 * Everything here that can fail on the wire fails as ConnectionError or TimeoutError.
 */
import type { paths } from '@payment-invoice/generated';
import createOpenapiFetch, { type Client } from 'openapi-fetch';
import { ConnectionError } from './errors/connection-error.ts';
import { TimeoutError } from './errors/timeout-error.ts';
import { UnexpectedAnswerError } from './errors/unexpected-answer-error.ts';
import type { CheckedOptions } from './read-options.ts';

/** openapi-fetch over the contract's paths, with base URL, token and time-out set; answers are its own `{ data, error, response }`. */
export type RawClient = Client<paths>;

/** The paths of the contract, one for each operation. */
export type Path = keyof paths;

/** A request body of the contract, by path. */
export type BodyOf<P extends Path> = paths[P]['post']['requestBody']['content']['application/json'];

/** An answer read to its end. `token` is what was sent, so that it can be masked. */
export interface Answer {
  url: string;
  status: number;
  headers: Headers;
  text: string;
  token: string;
}

/** Sends calls: typed ones by `post`, all others by `raw`. */
export interface Transport {
  raw: RawClient;
  post<P extends Path>(path: P, body: BodyOf<P>, signal: AbortSignal | undefined): Promise<Answer>;
}

/** Makes the transport of one client. */
export function createTransport({ baseUrl, readToken, fetch, timeoutMs }: CheckedOptions): Transport {
  // A redirected POST would arrive as a GET, or carry the payment to a host that nobody chose.
  const raw = createOpenapiFetch<paths>({ baseUrl, redirect: 'manual', fetch: (request) => send(request, fetch, timeoutMs) });
  raw.use({
    async onRequest({ request }) {
      if (!request.headers.has('authorization')) request.headers.set('authorization', `Bearer ${await readToken()}`);
      return request;
    },
  });

  return {
    raw,
    async post(path, body, signal) {
      const token = await readToken();
      // As text: left to itself openapi-fetch throws a SyntaxError for a success that is not JSON.
      // The generic path is more than its types can follow; BodyOf has tied body and path together already.
      const init = { body, parseAs: 'text', headers: { authorization: `Bearer ${token}` }, ...(signal && { signal }) };
      const { data, error, response } = await raw.POST(path, init as never);
      // An empty body comes as undefined, a JSON error as its value, all else as a string.
      const content: unknown = response.ok ? data : error;
      const text = typeof content === 'string' ? content : content === undefined ? '' : JSON.stringify(content);
      return { url: baseUrl + path, status: response.status, headers: response.headers, text, token };
    },
  };
}

/** Sends one request and reads its answer to the end, all within `timeoutMs`. */
async function send(request: Request, fetch: CheckedOptions['fetch'], timeoutMs: number): Promise<Response> {
  const timer = AbortSignal.timeout(timeoutMs);
  let answer: Response;
  let body: ArrayBuffer;
  try {
    answer = await fetch(new Request(request, { signal: AbortSignal.any([request.signal, timer]) }));
    body = await answer.arrayBuffer();
  } catch (cause) {
    if (request.signal.aborted) throw request.signal.reason;
    if (timer.aborted) {
      throw new TimeoutError(
        `${request.url} gave no whole answer within ${timeoutMs} ms. Whether the call took effect is unknown: fetch the invoice before trying again, or give createClient a longer timeoutMs.`,
        { cause },
      );
    }
    throw new ConnectionError(
      `${request.url} could not be reached${because(cause)}. Check the base URL and that the service is running; whether the call took effect is unknown.`,
      { cause },
    );
  }
  const { status, headers } = answer;
  // In a browser a redirect that was not followed has status 0, which no Response can be made with.
  if (status < 200 || status > 599) {
    throw new UnexpectedAnswerError(`${request.url} answered with a redirect or an unknown HTTP status. Check the base URL.`, {
      status,
    });
  }
  const empty = status === 204 || status === 205 || status === 304;
  return new Response(empty ? null : body, { status, statusText: answer.statusText, headers });
}

/** Node says only "fetch failed", and why in the cause. */
function because(cause: unknown): string {
  const inner = cause instanceof Error && cause.cause instanceof Error ? cause.cause : cause;
  const code = inner instanceof Error && 'code' in inner && typeof inner.code === 'string' ? inner.code : undefined;
  return code === undefined ? '' : ` (${code})`;
}
