import type { Request, RequestHandler } from 'express';
import type { Api } from './create-api.ts';
import { pathOf } from './find-path.ts';
import { makeRequestId } from './make-request-id.ts';
import { readNodeBody, writeNodeAnswer } from './node-exchange.ts';

/** How the API is put into an Express app. */
export interface ExpressOptions {
  /** Names the request; a random name by default. */
  requestId?: (request: Request) => string;
}

/**
 * Answers everything that reaches it: `app.use(expressApi(api))` last, or `app.use('/payments', expressApi(api))`; before any body
 * parser. The client's address is Express's: a proxy's word counts when `trust proxy` is set.
 */
export function expressApi(api: Api, { requestId = makeRequestId }: ExpressOptions = {}): RequestHandler {
  return async (req, res) => {
    const answer = await api.handle({
      method: req.method,
      path: pathOf(req.url),
      askedPath: pathOf(req.originalUrl),
      rawHeaders: req.rawHeaders,
      requestId: requestId(req),
      remoteAddress: req.ip,
      readBody: (limit) => readNodeBody(req, limit),
    });
    writeNodeAnswer(req, res, answer);
  };
}
