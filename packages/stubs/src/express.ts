import type { Request, RequestHandler } from 'express';
import type { Api } from './api/create-api.ts';
import { readNodeBody } from './node/node-body.ts';
import { writeNodeResponse } from './node/write-node-response.ts';
import { pathOf, queryOf } from './request/find-path.ts';
import { makeRequestId } from './request/make-request-id.ts';

/** The options of the API in an Express app. */
export interface ExpressOptions {
  /** Names the request; a random name by default. */
  requestId?: (request: Request) => string;
}

/**
 * Makes a handler that responds to every request that reaches it: `app.use(expressApi(api))` last, or
 * `app.use('/payments', expressApi(api))`; in both cases before any body parser. The client's address is Express's: a proxy is
 * believed when `trust proxy` is set.
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
