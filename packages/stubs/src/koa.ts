import type { Context, Middleware } from 'koa';
import type { Api } from './api/create-api.ts';
import { readNodeBody } from './node/node-body.ts';
import { writeNodeResponse } from './node/write-node-response.ts';
import type { ApiRequest } from './request/api-request.ts';
import { pathOf, queryOf } from './request/find-path.ts';
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
  const { req, state, app, originalUrl } = ctx;
  const { url = '' } = req;
  const path = pathOf(url);
  state.requestId ??= makeRequestId();
  return {
    method: req.method ?? '',
    path,
    query: queryOf(url),
    askedPath: originalUrl === url ? path : pathOf(originalUrl),
    rawHeaders: req.rawHeaders,
    requestId: state.requestId,
    // A proxy is believed when `app.proxy` is set. Otherwise Koa, too, takes the address of the peer.
    remoteAddress: (app.proxy ? ctx.ip : req.socket.remoteAddress) || undefined,
    readBody: (limit) => readNodeBody(req, limit),
  };
}

/**
 * Sends a response of the API, or one of the same shape, at once and as it was checked: a middleware around it can set headers
 * before, read the status after, and change nothing.
 */
export function sendResponse(ctx: Context, response: ApiResponse): void {
  ctx.respond = false;
  writeNodeResponse(ctx.req, ctx.res, response);
}
