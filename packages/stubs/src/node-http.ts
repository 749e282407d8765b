import type { IncomingMessage, ServerResponse } from 'node:http';
import type { ApiRequest } from './api-exchange.ts';
import type { Api } from './create-api.ts';
import { checkMount, pathBelow, pathOf } from './find-path.ts';
import { makeRequestId } from './make-request-id.ts';
import { readNodeBody, writeNodeAnswer } from './node-exchange.ts';

/** How the API is put into a server of Node's. */
export interface NodeHttpOptions {
  /** What stands before `/api/v1`, as `/payments`; nothing by default. What is asked outside of it is 404. */
  mountedAt?: string;
  /** Names the request; a random name by default. */
  requestId?: (request: IncomingMessage) => string;
  /** The client's address; the peer's by default, which behind a proxy is the proxy's. */
  remoteAddress?: (request: IncomingMessage, response: ServerResponse) => string | undefined;
  /** Told of each request as it comes in; what it returns is told of the status that was answered. */
  observe?: (request: ApiRequest) => (status: number) => void;
}

/** A listener for `createServer` of node:http, or of `createHttpServer`, which refuses what is no request with a problem too. */
export function nodeHttpApi(api: Api, options: NodeHttpOptions = {}): (req: IncomingMessage, res: ServerResponse) => void {
  const { requestId = makeRequestId, remoteAddress = (req) => req.socket.remoteAddress, observe } = options;
  const mountedAt = checkMount(options.mountedAt ?? '');
  const answerRequest = async (req: IncomingMessage, res: ServerResponse): Promise<void> => {
    const askedPath = pathOf(req.url ?? '');
    const request: ApiRequest = {
      method: req.method ?? '',
      path: pathBelow(askedPath, mountedAt) ?? '',
      askedPath,
      rawHeaders: req.rawHeaders,
      requestId: requestId(req),
      remoteAddress: remoteAddress(req, res),
      readBody: (limit) => readNodeBody(req, limit),
    };
    const answered = observe?.(request);
    const answer = await api.handle(request);
    writeNodeAnswer(req, res, answer);
    answered?.(answer.status);
  };
  return (req, res) => {
    answerRequest(req, res).catch((error) => {
      // An option that throws, or an answer that is no JSON: with a framework around it, that would be its business.
      console.error(error);
      res.destroy();
    });
  };
}
