import { createServer, type Server } from 'node:http';
import { bodyParser } from '@koa/bodyparser';
import addFormats from 'ajv-formats';
import type { Context } from 'koa';
import Koa from 'koa';
import { type Context as ApiContext, OpenAPIBackend } from 'openapi-backend';
import { type CreateBody, contractFile, type Work } from './work.ts';

/** Starts Koa with openapi-backend, combined as the README of openapi-backend shows. */
export async function startKoaOpenapiBackend(work: Work): Promise<Server> {
  const send = (ctx: Context, status: number, body: object) => {
    ctx.status = status;
    ctx.body = body;
    if (status >= 400) ctx.type = 'application/problem+json';
  };
  const fail = (ctx: Context, status: number, code: string) => send(ctx, status, work.problem(status, code, ctx.state.requestId));
  const api = new OpenAPIBackend({
    definition: contractFile,
    // The package is CommonJS: for TypeScript its default export is the namespace, for Node.js the function.
    customizeAjv: (ajv) => (addFormats as unknown as (ajv: unknown) => never)(ajv),
  });
  // Deviates from the README only here: openapi-backend checks the document against OpenAPI 3.0, so it would not start with our
  // document. Without this check, it works as usual.
  api.validateDefinition = () => api.document;
  api.register({
    createPayment: async (c: ApiContext, ctx: Context) => {
      const created = await work.create(
        ctx.state.account,
        c.request.requestBody as CreateBody,
        ctx.get('Idempotency-Key') || undefined,
      );
      if (created) send(ctx, 200, created);
      else fail(ctx, 422, 'idempotency_key_reused');
    },
    fetchPayment: async (c: ApiContext, ctx: Context) => {
      const invoice = await work.fetch(ctx.state.account, c.request.requestBody.invoiceId);
      if (invoice) send(ctx, 200, invoice);
      else fail(ctx, 404, 'invoice_not_found');
    },
    validationFail: (_c: ApiContext, ctx: Context) => fail(ctx, 422, 'validation_failed'),
    unauthorizedHandler: (_c: ApiContext, ctx: Context) => fail(ctx, 401, 'invalid_token'),
    notFound: (_c: ApiContext, ctx: Context) => fail(ctx, 404, 'not_found'),
  });
  api.registerSecurityHandler('bearerAuth', async (_c, ctx: Context) => {
    ctx.state.account = await work.authenticate(ctx.get('Authorization'));
    return ctx.state.account !== undefined;
  });
  await api.init();

  const app = new Koa();
  app.use(async (ctx, next) => {
    const start = performance.now();
    ctx.state.requestId = work.makeRequestId();
    ctx.set({ 'X-Request-Id': ctx.state.requestId, 'Cache-Control': 'no-store' });
    await next();
    work.logger.info(
      { requestId: ctx.state.requestId, method: ctx.method, path: ctx.path, status: ctx.status, ms: performance.now() - start },
      'answered',
    );
  });
  app.use(bodyParser());
  app.use((ctx) => api.handleRequest(ctx.request as never, ctx));
  return createServer(app.callback());
}
