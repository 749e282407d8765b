import type { Context, Middleware } from 'koa';
import type { Api } from './api/create-api.ts';
import { leaveNodeBody, readNodeBody } from './node/node-body.ts';
import type { ApiRequest } from './request/api-request.ts';
import { pathOf } from './request/find-path.ts';
import { makeRequestId } from './request/make-request-id.ts';
import type { ApiResponse } from './response/api-response.ts';

/**
 * Makes a middleware that responds to every request that reaches it: put it last, and before any body parser. Below `koa-mount` it
 * sees the rest of the path. An earlier middleware may name the request in `ctx.state.requestId`.
 */
export function koaApi(api: Api): Middleware {
  return async (ctx) => sendResponse(ctx, await api.handle(toApiRequest(ctx)));
}

/** Returns the request in the form that the API takes. */
export function toApiRequest(ctx: Context): ApiRequest {
  const { req, state } = ctx;
  state.requestId ??= makeRequestId();
  return {
    method: req.method ?? '',
    path: pathOf(req.url ?? ''),
    askedPath: pathOf(ctx.originalUrl),
    rawHeaders: req.rawHeaders,
    requestId: state.requestId,
    // The address of the peer; that which a proxy reports when `app.proxy` is set.
    remoteAddress: ctx.ip || undefined,
    readBody: (limit) => readNodeBody(req, limit),
  };
}

/** Sends a response of the API, or one of the same shape. */
export function sendResponse(ctx: Context, { status, headers, body }: ApiResponse): void {
  ctx.status = status;
  ctx.set({ ...headers, ...leaveNodeBody(ctx.req) });
  // A string, which Node sends in one piece with the headers. Its Content-Type is set already, so Koa adds no charset.
  ctx.body = JSON.stringify(body);
}
