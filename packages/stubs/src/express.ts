import type { Request, RequestHandler } from 'express';
import type { Api } from './api/create-api.ts';
import { readNodeBody, writeNodeResponse } from './node/node-messages.ts';
import { makeRequestId } from './request/api-messages.ts';
import { pathOf, queryOf } from './request/find-path.ts';

/** The options of the API in an Express app. */
export interface ExpressOptions {
  /** Returns the id of the request; a random one by default. */
  requestId?: (request: Request) => string;
}

/**
 * Makes a handler that responds to every request that it gets. Mount it last, as `app.use(expressApi(api))`, or under a path, as
 * `app.use('/payments', expressApi(api))`. No body parser may run before it. Express provides the client's address, and trusts
 * a proxy if `trust proxy` is set.
 */
export function expressApi(api: Api, { requestId = makeRequestId }: ExpressOptions = {}): RequestHandler {
  return async (req, res) => {
    const response = await api.handle({
      method: req.method,
      path: pathOf(req.url),
      query: queryOf(req.url),
      askedPath: pathOf(req.originalUrl),
      rawHeaders: req.rawHeaders,
      requestId: requestId(req),
      remoteAddress: req.ip,
      readBody: (limit) => readNodeBody(req, limit),
    });
    writeNodeResponse(req, res, response);
  };
}
