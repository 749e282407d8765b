import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Api } from './api/create-api.ts';
import { readNodeBody, writeNodeResponse } from './node/node-messages.ts';
import { makeRequestId } from './request/api-messages.ts';
import { checkMount, pathBelow, pathOf, queryOf } from './request/find-path.ts';

/** The options of the API in a Node.js server. */
export interface NodeHttpOptions {
  /** The path before `/api/v1`, such as `/payments`; none by default. Every path outside of it is a 404. */
  mountedAt?: string;
  /** Returns the id of the request; a random one by default. */
  requestId?: (request: IncomingMessage) => string;
  /** Returns the client's address. By default this is the peer's address, which behind a proxy is the proxy's. */
  remoteAddress?: (request: IncomingMessage, response: ServerResponse) => string | undefined;
}

/**
 * Makes a listener for `createServer` of node:http, or for `createHttpServer`, which also sends a problem when it receives bytes
 * that are not a valid request.
 */
export function nodeHttpApi(api: Api, options: NodeHttpOptions = {}): (req: IncomingMessage, res: ServerResponse) => void {
  const { requestId = makeRequestId, remoteAddress = (req) => req.socket.remoteAddress } = options;
  const mountedAt = checkMount(options.mountedAt ?? '');
  const respond = async (req: IncomingMessage, res: ServerResponse): Promise<void> => {
    const askedPath = pathOf(req.url ?? '');
    const response = await api.handle({
      method: req.method ?? '',
      path: pathBelow(askedPath, mountedAt) ?? '',
      query: queryOf(req.url ?? ''),
      askedPath,
      rawHeaders: req.rawHeaders,
      requestId: requestId(req),
      remoteAddress: remoteAddress(req, res),
      readBody: (limit) => readNodeBody(req, limit),
    });
    writeNodeResponse(req, res, response);
  };
  return (req, res) => {
    respond(req, res).catch((error) => {
      // An option threw. A framework would handle that, but here nothing else does.
      console.error(error);
      res.destroy();
    });
  };
}
