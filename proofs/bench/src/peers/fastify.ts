import type { Server } from 'node:http';
import fastify, { type FastifyReply, type FastifyRequest, LogController } from 'fastify';
import { type CreateBody, plainSchema, type Work } from './work.ts';

/** Starts Fastify as its documentation recommends: JSON Schema for requests and responses, with its logger and request ids on. */
export async function startFastify(work: Work): Promise<Server> {
  const accounts = new WeakMap<FastifyRequest, string>();
  const app = fastify({
    loggerInstance: work.logger,
    // Turns off the two lines that Fastify itself logs per request. `onResponse` logs one line, as the other servers do.
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: work.makeRequestId,
    bodyLimit: 32 * 1024,
    // Makes validation strict. By default, Fastify removes unknown properties and converts values to the expected type.
    ajv: { customOptions: { removeAdditional: false, coerceTypes: false, strict: false } },
  });
  const fail = (reply: FastifyReply, status: number, code: string, requestId: string) =>
    reply
      .code(status)
      .type('application/problem+json')
      .send(work.problem(status, code, requestId));
  app.addHook('onRequest', async (request, reply) => {
    reply.header('X-Request-Id', request.id).header('Cache-Control', 'no-store');
    const account = await work.authenticate(request.headers.authorization);
    if (account === undefined) return fail(reply, 401, 'invalid_token', request.id);
    accounts.set(request, account);
  });
  app.addHook('onResponse', async (request, reply) => {
    request.log.info({ method: request.method, path: request.url, status: reply.statusCode, ms: reply.elapsedTime }, 'answered');
  });
  app.setErrorHandler((error: Error & { validation?: unknown; statusCode?: number }, request, reply) =>
    error.validation
      ? fail(reply, 422, 'validation_failed', request.id)
      : fail(reply, error.statusCode ?? 500, 'malformed_json', request.id),
  );
  app.setNotFoundHandler((request, reply) => fail(reply, 404, 'not_found', request.id));
  const response = { 200: plainSchema('PaymentInvoice') };
  const headers = { type: 'object', properties: { 'idempotency-key': { type: 'string', minLength: 1, maxLength: 255 } } };
  app.post<{ Body: CreateBody; Headers: { 'idempotency-key'?: string } }>(
    '/api/v1/payments/create',
    { schema: { body: plainSchema('CreatePaymentRequest'), headers, response } },
    async (request, reply) =>
      (await work.create(accounts.get(request) ?? '', request.body, request.headers['idempotency-key'])) ??
      fail(reply, 422, 'idempotency_key_reused', request.id),
  );
  app.post<{ Body: { invoiceId: string } }>(
    '/api/v1/payments/fetch',
    { schema: { body: plainSchema('FetchPaymentRequest'), response } },
    async (request, reply) =>
      (await work.fetch(accounts.get(request) ?? '', request.body.invoiceId)) ??
      fail(reply, 404, 'invoice_not_found', request.id),
  );
  await app.ready();
  return app.server;
}
