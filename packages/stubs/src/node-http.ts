import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Api } from './api/create-api.ts';
import { readNodeBody, writeNodeResponse } from './node/node-messages.ts';
import { makeRequestId } from './request/api-messages.ts';
import { checkMount, pathBelow, pathOf, queryOf } from './request/find-path.ts';

/** The options of the API in a Node.js server. */
export interface NodeHttpOptions {
  /** The path before `/api/v1`, such as `/payments`; empty by default. Requests to any other path get a 404. */
  mountedAt?: string;
  /** Returns the id of the request; a random one by default. */
  requestId?: (request: IncomingMessage) => string;
  /** Returns the client's address. By default it is the address of the connection, which behind a proxy is the proxy's. */
  remoteAddress?: (request: IncomingMessage, response: ServerResponse) => string | undefined;
}

/**
 * Makes a listener for `createServer` of node:http, or for `createHttpServer` of this package. The latter also responds with a
 * problem when the bytes it receives are not a valid HTTP request.
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
      // One of the functions in `options` has thrown. A framework would handle the error, but here nothing else does.
      console.error(error);
      res.destroy();
    });
  };
}
