import { type Api, createApi } from '@payment-invoice/stubs';
import { koaApi } from '@payment-invoice/stubs/koa';
import Koa from 'koa';
import type { Logger } from 'pino';
import { createHandlers } from './handlers/index.ts';
import { type Sandbox, serveSandbox } from './sandbox/serve-sandbox.ts';
import type { Services } from './services.ts';
import type { Sweeper } from './sweeper.ts';
import { answerErrors } from './web/answer-errors.ts';
import { identifyRequest } from './web/identify-request.ts';
import { logRequest } from './web/log-request.ts';
import { servePageFiles } from './web/payment-page/serve-page-files.ts';
import { servePaymentPage } from './web/payment-page/serve-payment-page.ts';
import { problemOfError } from './web/problem-of-error.ts';
import { route } from './web/route.ts';
import { serveDocs } from './web/serve-docs.ts';
import { serveProblems } from './web/serve-problems.ts';

/** Everything the server answers, from the outside in. */
export async function createApp(services: Services, sandbox: Sandbox, sweeper: Sweeper, logger: Logger): Promise<Koa> {
  const app = new Koa();
  app.use(identifyRequest(services));
  app.use(logRequest(logger));
  app.use(answerErrors(logger, services.baseUrl));
  app.use(route('GET', /^\/$/, (ctx) => ctx.redirect('/docs')));
  app.use(
    route('GET', /^\/healthz$/, (ctx) => {
      ctx.body = { status: 'ok' };
    }),
  );
  app.use(serveDocs());
  app.use(serveProblems());
  app.use(servePageFiles());
  app.use(servePaymentPage(services, logger, sandbox.identity));
  app.use(serveSandbox(services, sandbox, sweeper));
  app.use(koaApi(await createContractApi(services, logger)));
  // What a broken connection does to an answer; not the client's business, and Koa would print it.
  app.on('error', (error) => logger.warn({ err: error }, 'an answer could not be sent'));
  return app;
}

function createContractApi(services: Services, logger: Logger): Promise<Api> {
  return createApi({
    handlers: createHandlers(services),
    authenticate: services.guard.authenticate,
    admit: services.guard.admit,
    publicBaseUrl: services.baseUrl,
    toProblem: problemOfError,
    onError: (error, requestId) => logger.error({ requestId, err: error }, 'failed'),
  });
}
