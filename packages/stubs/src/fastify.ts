import { METHODS } from 'node:http';
import type { FastifyPluginAsync, FastifyRequest } from 'fastify';
import type { Api } from './create-api.ts';
import { pathBelow, pathOf } from './find-path.ts';
import { makeRequestId } from './make-request-id.ts';
import { leaveNodeBody, readNodeBody } from './node-exchange.ts';
import { writeBody } from './write-body.ts';

/** How the API is put into a Fastify app. */
export interface FastifyOptions {
  /** Names the request; a random name by default. */
  requestId?: (request: FastifyRequest) => string;
}

/**
 * A plugin that answers what no other route does: `app.register(fastifyApi(api))`, or with `{ prefix: '/payments' }`. It answers
 * before Fastify parses a body. The client's address is Fastify's: a proxy's word counts when `trustProxy` is set. A path that
 * cannot be decoded never gets here: Fastify answers it by itself.
 */
export function fastifyApi(api: Api, { requestId = makeRequestId }: FastifyOptions = {}): FastifyPluginAsync {
  return async (app) => {
    // Parsers come after this hook; by then a body would have been refused in another form, or read.
    app.addHook('onRequest', async (request, reply) => {
      const answer = await api.handle({
        method: request.method,
        path: pathBelow(pathOf(request.url), app.prefix.replace(/\/$/, '')) ?? '',
        askedPath: pathOf(request.originalUrl),
        rawHeaders: request.raw.rawHeaders,
        requestId: requestId(request),
        remoteAddress: request.ip,
        readBody: (limit) => readNodeBody(request.raw, limit),
      });
      return reply
        .code(answer.status)
        .headers({ ...answer.headers, ...leaveNodeBody(request.raw) })
        .send(writeBody(answer));
    });
    // Every method, so that the API can say which are allowed.
    for (const method of METHODS) if (!app.supportedMethods.includes(method)) app.addHttpMethod(method);
    app.route({
      method: app.supportedMethods,
      url: '/*',
      handler: () => {
        throw new Error('A request passed the API.');
      },
    });
  };
}
