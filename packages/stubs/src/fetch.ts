import type { Api } from './api/create-api.ts';
import { ProblemError } from './problems/problem-error.ts';
import { makeRequestId } from './request/api-messages.ts';
import { BodyConsumedError } from './request/body-consumed-error.ts';
import { checkMount, pathBelow, pathOf, queryOf } from './request/find-path.ts';
import { payloadTooLarge } from './request/read-json-body.ts';

/** The options of the API in a fetch-style server. `Context` is the type of the arguments after the request. */
export interface FetchOptions<Context extends readonly unknown[]> {
  /** The path before `/api/v1`, such as `/payments`; empty by default. Requests to any other path get a 404. */
  mountedAt?: string;
  /** Returns the id of the request; a random one by default. */
  requestId?: (request: Request, ...context: Context) => string;
  /**
   * Returns the client's address. A `Request` does not contain it, so it comes from the arguments after the `Request`. Without
   * addresses, all clients are treated as one, and one client that sends wrong tokens locks out all others.
   */
  remoteAddress: (request: Request, ...context: Context) => string | undefined;
}

/**
 * Makes a handler `(Request) => Promise<Response>` for Hono, Deno.serve or Bun.serve. It needs Node.js modules, and permission to
 * generate code, because it compiles the schemas; some isolates do not allow that. These servers join repeated headers into one,
 * and normalize paths as their platform does.
 */
export function fetchApi<Context extends readonly unknown[]>(
  api: Api,
  options: FetchOptions<Context>,
): (request: Request, ...context: Context) => Promise<Response> {
  const { requestId = makeRequestId, remoteAddress } = options;
  if (typeof remoteAddress !== 'function') throw new Error("remoteAddress must be a function that returns the client's address.");
  const mountedAt = checkMount(options.mountedAt ?? '');
  return async (request, ...context) => {
    const askedPath = pathOf(request.url);
    const response = await api.handle({
      method: request.method,
      path: pathBelow(askedPath, mountedAt) ?? '',
      query: queryOf(request.url),
      askedPath,
      rawHeaders: [...request.headers].flat(),
      requestId: requestId(request, ...context),
      get remoteAddress() {
        return remoteAddress(request, ...context);
      },
      readBody: (limit) => readBody(request, limit),
    });
    const { status, headers, body } = response;
    if (body === undefined) return new Response(null, { status, headers });
    const text = JSON.stringify(body);
    return new Response(text, { status, headers: { ...headers, 'Content-Length': String(Buffer.byteLength(text)) } });
  };
}

async function readBody(request: Request, limit: number): Promise<Buffer> {
  if (request.bodyUsed || request.body?.locked) throw new BodyConsumedError();
  if (request.body === null) return Buffer.alloc(0);
  const chunks: Uint8Array[] = [];
  let length = 0;
  try {
    for await (const chunk of request.body.values({ preventCancel: true })) {
      length += chunk.length;
      if (length > limit) break;
      chunks.push(chunk);
    }
  } catch (error) {
    throw new ProblemError('malformed_json', 'The body ended before its Content-Length.', { cause: error });
  }
  if (length > limit) throw payloadTooLarge();
  return Buffer.concat(chunks);
}
