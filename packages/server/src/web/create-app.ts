import type { RequestListener } from 'node:http';
import { type Api, createApi } from '@payment-invoice/stubs';
import { koaApi } from '@payment-invoice/stubs/koa';
import { nodeHttpApi } from '@payment-invoice/stubs/node-http';
import Koa from 'koa';
import type { Logger } from 'pino';
import { examineCreate } from '../handlers/create-payment.ts';
import { createHandlers } from '../handlers/index.ts';
import type { Services } from '../handlers/services.ts';
import { identifyRequest, nameRequest } from './identify-request.ts';
import { createObserve, logRequest } from './log-request.ts';
import { listPages, type PageParts } from './page-table.ts';
import { pageTarget } from './page-target.ts';
import { problemOfError } from './problem-of-error.ts';
import { respondToErrors } from './respond-to-errors.ts';
import { servePages } from './serve-pages.ts';

/** Everything that a server responds with. */
export interface AppParts extends PageParts {
  /** The number of proxies in front that are believed about the client's address. */
  trustedProxies: number;
}

/** Puts together everything that responds, from the outside in. */
export async function createApp(parts: AppParts): Promise<RequestListener> {
  const { services, logger, metrics, trustedProxies } = parts;
  // Of the addresses in X-Forwarded-For only those that trusted proxies wrote are looked at.
  const observe = createObserve(logger, metrics);
  const app = new Koa({ proxy: trustedProxies > 0, maxIpsCount: trustedProxies });
  app.use(identifyRequest(services));
  app.use(logRequest(observe));
  app.use(respondToErrors(logger, services.baseUrl));
  app.use(servePages(listPages(parts)));
  const api = await createContractApi(services, logger);
  // Every other path is not found.
  app.use(koaApi(api));
  // The connection broke under a response. Koa would print it.
  app.on('error', (error) => logger.warn({ err: error }, 'an answer could not be sent'));
  const answerPage = app.callback();
  // Past Koa, which by itself takes as long as all that is done for a request to the contract.
  const answerApi = nodeHttpApi(api, {
    requestId: () => nameRequest(services),
    ...(trustedProxies > 0 && { remoteAddress: (req, res) => app.createContext(req, res).ip }),
    observe,
  });
  return (req, res) => {
    const target = req.url?.startsWith('/api/') ? undefined : pageTarget(req.url ?? '');
    if (target === undefined) return answerApi(req, res);
    req.url = target;
    return answerPage(req, res);
  };
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
