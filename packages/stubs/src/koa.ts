import type { IncomingMessage } from 'node:http';
import type { Context, Middleware } from 'koa';
import getRawBody from 'raw-body';
import { isWaitedFor } from './http-server.ts';
import type { Api, ApiAnswer, ApiRequest } from './index.ts';
import { ProblemError } from './problem-error.ts';
import { payloadTooLarge } from './read-json-body.ts';

/** How much of a refused body is read and dropped, in bytes, so that the client sees the answer and not a reset. */
const DRAIN_LIMIT = 1024 * 1024;

/** Answers everything that reaches it; put last. `ctx.state.requestId` must be set before. */
export function koaApi(api: Api): Middleware {
  return async (ctx) => sendAnswer(ctx, await api.handle(toApiRequest(ctx)));
}

/** The request as the API takes it. */
export function toApiRequest(ctx: Context): ApiRequest {
  return {
    method: ctx.method,
    path: ctx.path,
    rawHeaders: ctx.req.rawHeaders,
    requestId: ctx.state.requestId,
    // Asked late: only few look at it. It is the peer's, or a proxy's word for it when `app.proxy` is set.
    get remoteAddress() {
      return ctx.ip || undefined;
    },
    readBody: (limit) => {
      if (isWaitedFor(ctx.req)) ctx.res.writeContinue();
      return readBody(ctx.req, limit);
    },
  };
}

/** Writes an answer of the API, or one of the same shape. */
export function sendAnswer(ctx: Context, answer: ApiAnswer): void {
  ctx.status = answer.status;
  ctx.set({ ...answer.headers });
  // Bytes and not a string: to a string Koa adds a charset, which JSON does not have (RFC 8259 §11).
  ctx.body = Buffer.from(JSON.stringify(answer.body));
  if (ctx.req.complete) return;
  // Whether the client will still send the body that it was not asked for cannot be known.
  if (isWaitedFor(ctx.req)) ctx.set('Connection', 'close');
  else drain(ctx.req);
}

async function readBody(req: IncomingMessage, limit: number): Promise<Buffer> {
  try {
    return await getRawBody(req, { limit });
  } catch (error) {
    if ((error as { type?: unknown }).type === 'entity.too.large') throw payloadTooLarge();
    // The client went away or said a wrong length; nobody is left to read this.
    throw new ProblemError('malformed_json', 'The body ended before its Content-Length.', { cause: error });
  }
}

function drain(req: IncomingMessage): void {
  let left = DRAIN_LIMIT;
  req.on('data', (chunk: Buffer) => {
    left -= chunk.length;
    if (left < 0) req.destroy();
  });
  req.on('error', () => undefined);
  req.resume();
}
