import { BodyConsumedError } from './body-consumed-error.ts';
import type { Api } from './create-api.ts';
import { checkMount, pathBelow, pathOf } from './find-path.ts';
import { makeRequestId } from './make-request-id.ts';
import { ProblemError } from './problem-error.ts';
import { payloadTooLarge } from './read-json-body.ts';

/** How the API is put into a fetch-style server. `Context` is what the server gives beside the request. */
export interface FetchOptions<Context extends readonly unknown[]> {
  /** What stands before `/api/v1` in the URL of the request, as `/payments`; nothing by default. Outside of it all is 404. */
  mountedAt?: string;
  /** Names the request; a random name by default. */
  requestId?: (request: Request, ...context: Context) => string;
  /** The client's address, which a `Request` does not have; unknown by default. */
  remoteAddress?: (request: Request, ...context: Context) => string | undefined;
}

/**
 * A handler `(Request) => Promise<Response>`: Hono, Deno.serve, Bun.serve. Needs Node's modules, and leave to compile the
 * contract's schemas, which isolates without code generation do not give. Headers sent twice arrive here as one list, and paths
 * as the platform has put them in order.
 */
export function fetchApi<Context extends readonly unknown[]>(
  api: Api,
  options: FetchOptions<Context> = {},
): (request: Request, ...context: Context) => Promise<Response> {
  const { requestId = makeRequestId, remoteAddress } = options;
  const mountedAt = checkMount(options.mountedAt ?? '');
  return async (request, ...context) => {
    const askedPath = pathOf(request.url);
    const answer = await api.handle({
      method: request.method,
      path: pathBelow(askedPath, mountedAt) ?? '',
      askedPath,
      rawHeaders: [...request.headers].flat(),
      requestId: requestId(request, ...context),
      get remoteAddress() {
        return remoteAddress?.(request, ...context);
      },
      readBody: (limit) => readBody(request, limit),
    });
    const text = JSON.stringify(answer.body);
    return new Response(text, {
      status: answer.status,
      headers: { ...answer.headers, 'Content-Length': String(Buffer.byteLength(text)) },
    });
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
