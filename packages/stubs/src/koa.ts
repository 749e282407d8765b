import type { Context, Middleware } from 'koa';
import type { ApiAnswer, ApiRequest } from './api-exchange.ts';
import type { Api } from './create-api.ts';
import { pathOf } from './find-path.ts';
import { makeRequestId } from './make-request-id.ts';
import { leaveNodeBody, readNodeBody } from './node-exchange.ts';
import { writeBody } from './write-body.ts';

/**
 * Answers everything that reaches it; put last, and before any body parser. Below `koa-mount` it sees the rest of the path.
 * A request is named by `ctx.state.requestId` where an earlier middleware has set it.
 */
export function koaApi(api: Api): Middleware {
  return async (ctx) => sendAnswer(ctx, await api.handle(toApiRequest(ctx)));
}

/** The request as the API takes it. */
export function toApiRequest(ctx: Context): ApiRequest {
  ctx.state.requestId ??= makeRequestId();
  return {
    method: ctx.method,
    path: ctx.path,
    get askedPath() {
      return pathOf(ctx.originalUrl);
    },
    rawHeaders: ctx.req.rawHeaders,
    requestId: ctx.state.requestId,
    // Asked late: only few look at it. It is the peer's, or a proxy's word for it when `app.proxy` is set.
    get remoteAddress() {
      return ctx.ip || undefined;
    },
    readBody: (limit) => readNodeBody(ctx.req, limit),
  };
}

/** Writes an answer of the API, or one of the same shape. */
export function sendAnswer(ctx: Context, answer: ApiAnswer): void {
  ctx.status = answer.status;
  ctx.set({ ...answer.headers, ...leaveNodeBody(ctx.req) });
  ctx.body = writeBody(answer);
}
