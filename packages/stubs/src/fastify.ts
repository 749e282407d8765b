import type { FastifyPluginAsync, FastifyRequest } from 'fastify';
import type { Api } from './api/create-api.ts';
import { http } from './http.ts';
import { leaveNodeBody, readNodeBody } from './node/node-messages.ts';
import { type ApiResponse, makeRequestId } from './request/api-messages.ts';
import { pathBelow, pathOf, queryOf } from './request/find-path.ts';

/** The options of the API in a Fastify app. */
export interface FastifyOptions {
  /** Returns the id of the request; a random one by default. */
  requestId?: (request: FastifyRequest) => string;
}

/**
 * Makes a plugin that responds to every request that no other route takes: `app.register(fastifyApi(api))`, or with `{
 * prefix: '/payments' }`. It responds before Fastify parses a body. Fastify provides the client's address; it trusts a
 * proxy if `trustProxy` is set. Fastify itself responds to a path that cannot be decoded.
 */
export function fastifyApi(api: Api, { requestId = makeRequestId }: FastifyOptions = {}): FastifyPluginAsync {
  return async (app) => {
    // Uses the first hook. When later hooks run, Fastify has already parsed the body, or refused it in its own format.
    app.addHook('onRequest', async (request, reply) => {
      const response = await api.handle({
        method: request.method,
        path: pathBelow(pathOf(request.url), app.prefix.replace(/\/$/, '')) ?? '',
        query: queryOf(request.url),
        askedPath: pathOf(request.originalUrl),
        rawHeaders: request.raw.rawHeaders,
        requestId: requestId(request),
        remoteAddress: request.ip,
        readBody: (limit) => readNodeBody(request.raw, limit),
      });
      const headers = { ...response.headers, ...leaveNodeBody(request.raw) };
      return reply.code(response.status).headers(headers).send(writeBody(response));
    });
    // Registers all methods, so that the API can respond to an unsupported method with a 405 and the allowed methods.
    for (const method of http.METHODS) if (!app.supportedMethods.includes(method)) app.addHttpMethod(method);
    app.route({
      method: app.supportedMethods,
      url: '/*',
      handler: () => {
        throw new Error('A request passed the API.');
      },
    });
  };
}

/** Returns a response's JSON as bytes. For a string, frameworks would declare a charset, but JSON has none (RFC 8259 §11). */
function writeBody({ body }: ApiResponse): Buffer | undefined {
  return body === undefined ? undefined : Buffer.from(JSON.stringify(body));
}
