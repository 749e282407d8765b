import type { RequestListener } from 'node:http';
import { type Api, createApi } from '@payment-invoice/stubs';
import { koaApi } from '@payment-invoice/stubs/koa';
import Koa, { type Middleware } from 'koa';
import type { Logger } from 'pino';
import { examineCreate } from './handlers/create-payment.ts';
import { createHandlers } from './handlers/index.ts';
import type { Metrics } from './metrics.ts';
import { type Sandbox, serveSandbox } from './sandbox/serve-sandbox.ts';
import type { Services } from './services.ts';
import type { Sweeper } from './sweeper.ts';
import { answerErrors } from './web/answer-errors.ts';
import { identifyRequest, setCommonHeaders } from './web/identify-request.ts';
import { logRequest } from './web/log-request.ts';
import { servePageFiles } from './web/payment-page/serve-page-files.ts';
import { servePaymentPage } from './web/payment-page/serve-payment-page.ts';
import { problemOfError } from './web/problem-of-error.ts';
import { serveDocs } from './web/serve-docs.ts';
import { serveOperation } from './web/serve-operation.ts';
import { serveProblems } from './web/serve-problems.ts';

/** What a server answers with. */
export interface AppParts {
  services: Services;
  /** Undefined where money moves. */
  sandbox: Sandbox | undefined;
  sweeper: Sweeper;
  logger: Logger;
  metrics: Metrics;
  metricsToken: string | undefined;
  /** How many proxies in front are believed about the client's address. */
  trustedProxies: number;
}

/** Everything the server answers, from the outside in. */
export async function createApp(parts: AppParts): Promise<RequestListener> {
  const { services, sandbox, sweeper, logger, metrics, metricsToken, trustedProxies } = parts;
  const { store, isSandbox } = services;
  // Of the addresses in X-Forwarded-For only those that trusted proxies wrote are looked at.
  const app = new Koa({ proxy: trustedProxies > 0, maxIpsCount: trustedProxies });
  app.use(identifyRequest(services));
  app.use(logRequest(logger, metrics));
  const answerApi = koaApi(await createContractApi(services, logger));
  app.use(onApiPaths(answerApi));
  app.use(setCommonHeaders());
  app.use(answerErrors(logger, services.baseUrl));
  app.use(serveOperation({ store, metrics, metricsToken, isSandbox }));
  app.use(serveDocs(services.baseUrl));
  app.use(serveProblems(services.baseUrl));
  app.use(servePageFiles());
  app.use(servePaymentPage(services, logger, sandbox?.identity));
  if (sandbox) app.use(serveSandbox(services, sandbox, sweeper));
  // Paths that are neither the API's nor a page's.
  app.use(answerApi);
  // What a broken connection does to an answer; not the client's business, and Koa would print it.
  app.on('error', (error) => logger.warn({ err: error }, 'an answer could not be sent'));
  return app.callback();
}

/** Hands the API its own paths, and every target that is no path, such as `*`: Koa would throw on one. */
function onApiPaths(answerApi: Middleware): Middleware {
  return (ctx, next) => (/^(?:\/api\/|[^/])/.test(ctx.req.url ?? '') ? answerApi(ctx, next) : next());
}

function createContractApi(services: Services, logger: Logger): Promise<Api> {
  return createApi({
    handlers: createHandlers(services),
    authenticate: services.guard.authenticate,
    admit: services.guard.admit,
    examine: { createPayment: (input) => void examineCreate(services, input) },
    publicBaseUrl: services.baseUrl,
    toProblem: problemOfError,
    onError: (error, requestId) => logger.error({ requestId, err: error }, 'failed'),
  });
}
