import type { RequestListener } from 'node:http';
import { examineCreate } from '@payment-invoice/kit/invoices';
import type { Guard } from '@payment-invoice/kit/tokens';
import { type Api, createApi } from '@payment-invoice/stubs';
import { koaApi } from '@payment-invoice/stubs/koa';
import Koa, { type Middleware } from 'koa';
import type { Logger } from 'pino';
import { recordRequests } from '../console/record-requests.ts';
import { createHandlers } from '../handlers/index.ts';
import type { Services } from '../handlers/services.ts';
import type { ServerLog } from '../monitoring/create-log.ts';
import { problemOfError } from '../pages/problem-of-error.ts';
import { identifyRequest, setCommonHeaders } from './identify-request.ts';
import { loadPages } from './load-pages.ts';
import { type KnownAskers, logRequest } from './log-request.ts';
import type { PageParts } from './page-table.ts';
import { respondToErrors } from './respond-to-errors.ts';

/** Everything that a server responds with. */
export interface AppParts extends PageParts {
  logResponse: ServerLog['logResponse'];
  /** The number of proxies in front that are believed about the client's address. */
  trustedProxies: number;
}

/** Puts together everything that responds, from the outside in. */
export async function createApp(parts: AppParts): Promise<RequestListener> {
  const { services, sandbox, logger, logResponse, metrics, trustedProxies } = parts;
  const app = new Koa({ proxy: trustedProxies > 0 });
  const askers: KnownAskers = new Map();
  const guard: Guard = {
    ...services.guard,
    admit: (principal, operationId, asker) => {
      askers.set(asker.requestId, principal);
      return services.guard.admit(principal, operationId, asker);
    },
  };
  const contractApi = await createContractApi({ ...services, guard }, logger);
  const accountOf = (requestId: string) => askers.get(requestId)?.accountId;
  // Nothing is kept where money moves.
  const api = sandbox
    ? recordRequests(contractApi, { journal: sandbox.console.journal, now: services.now, accountOf })
    : contractApi;
  const serveApi = koaApi(api);
  app.use(identifyRequest(services, trustedProxies));
  app.use(logRequest(logResponse, metrics, askers));
  app.use(onApiPaths(serveApi));
  app.use(setCommonHeaders());
  app.use(respondToErrors(logger, services.baseUrl));
  app.use(loadPages(parts, api));
  // Every other path is not found.
  app.use(serveApi);
  // The connection broke under a response. Koa would print it.
  app.on('error', (error) => logger.warn({ err: error }, 'a response could not be sent'));
  return app.callback();
}

/** Hands the API its own paths, and every target that is no path, such as `*`: Koa would throw on one. */
function onApiPaths(serveApi: Middleware): Middleware {
  return (ctx, next) => (/^(?:\/api\/|[^/])/.test(ctx.req.url ?? '') ? serveApi(ctx, next) : next());
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
