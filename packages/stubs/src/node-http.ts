import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Api } from './create-api.ts';
import { checkMount, pathBelow, pathOf } from './find-path.ts';
import { makeRequestId } from './make-request-id.ts';
import { readNodeBody, writeNodeAnswer } from './node-exchange.ts';

/** How the API is put into a server of Node's. */
export interface NodeHttpOptions {
  /** What stands before `/api/v1`, as `/payments`; nothing by default. What is asked outside of it is 404. */
  readonly mountedAt?: string;
  /** Names the request; a random name by default. */
  readonly requestId?: (request: IncomingMessage) => string;
}

/** A listener for `createServer` of node:http, or of `createHttpServer`, which refuses what is no request with a problem too. */
export function nodeHttpApi(api: Api, options: NodeHttpOptions = {}): (req: IncomingMessage, res: ServerResponse) => void {
  const { requestId = makeRequestId } = options;
  const mountedAt = checkMount(options.mountedAt ?? '');
  return async (req, res) => {
    const askedPath = pathOf(req.url ?? '');
    const answer = await api.handle({
      method: req.method ?? '',
      path: pathBelow(askedPath, mountedAt) ?? '',
      askedPath,
      rawHeaders: req.rawHeaders,
      requestId: requestId(req),
      remoteAddress: req.socket.remoteAddress,
      readBody: (limit) => readNodeBody(req, res, limit),
    });
    try {
      writeNodeAnswer(req, res, answer);
    } catch (error) {
      // An answer that cannot be written down; with a framework around it, that would be its business.
      res.destroy(error as Error);
    }
  };
}
