import type { Context, Middleware } from 'koa';
import type { Api } from './api/create-api.ts';
import { readNodeBody, writeNodeResponse } from './node/node-messages.ts';
import { type ApiRequest, type ApiResponse, makeRequestId } from './request/api-messages.ts';
import { pathOf, queryOf } from './request/find-path.ts';

/**
 * Makes a middleware that responds to every request that reaches it. Add it last, and add no body parser before it. With
 * `koa-mount`, it gets the path below the mount point. An earlier middleware may set the request's id in `ctx.state.requestId`.
 */
export const koaApi =
  (api: Api): Middleware =>
  async (ctx) =>
    sendResponse(ctx, await api.handle(toApiRequest(ctx)));

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
    // If `app.proxy` is set, the client's address comes from the proxy's header, otherwise from the connection.
    remoteAddress: (app.proxy ? ctx.ip : req.socket.remoteAddress) || undefined,
    readBody: (limit) => readNodeBody(req, limit),
  };
}

/** Sends a checked response immediately and unchanged. Middleware can set headers before, and read the status afterwards. */
export function sendResponse(ctx: Context, response: ApiResponse): void {
  ctx.respond = false;
  writeNodeResponse(ctx.req, ctx.res, response);
}
