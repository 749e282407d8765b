import type { RequestListener } from 'node:http';
import { operationTable } from '@payment-invoice/generated';
import { createHandlers, examineCreate } from '@payment-invoice/kit/invoices';
import type { Guard, Principal } from '@payment-invoice/kit/tokens';
import { type Api, createApi, createProblemResponse, internalError, ProblemError, pathOf } from '@payment-invoice/stubs';
import { koaApi, sendResponse } from '@payment-invoice/stubs/koa';
import type { Middleware } from 'koa';
import Koa from 'koa';
import type { Logger } from 'pino';
import { recordRequests } from '../console/record-traffic.ts';
import type { Services } from '../handlers/services.ts';
import type { ServerLog } from '../monitoring/create-log.ts';
import type { Metrics } from '../monitoring/metrics.ts';
import { problemOfError, servePages } from '../pages/serve-pages.ts';
import { identifyRequest, setCommonHeaders } from './identify-request.ts';
import type { PageParts } from './page-table.ts';

/** The services that a server needs to respond to requests. */
export interface AppParts extends PageParts {
  logResponse: ServerLog['logResponse'];
  /** The number of proxies in front of the server that are trusted to report the client's address. */
  trustedProxies: number;
}

/** Makes the function that responds to every request. The middleware is added from the outermost to the innermost. */
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
  // Records requests only in a sandbox, where they contain no data of real payments.
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
  // If the path is unknown, the API responds with not_found.
  app.use(serveApi);
  // Logs that a connection broke during a response. Otherwise Koa would print the error.
  app.on('error', (error) => logger.warn({ err: error }, 'a response could not be sent'));
  return app.callback();
}

/** Passes a request to the API if its target has the API's path or no path. Without a path, as in `*`, Koa would throw. */
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

/** The time after the start, in ms, at which the pages are loaded if no request has loaded them. The API is ready by then. */
const idle = 1000;

/** Serves the pages. They are loaded on demand, because they consist of a hundred modules that the API does not need. */
function loadPages(parts: PageParts, api: Api): Middleware {
  let loading: Promise<Middleware> | undefined;
  const load = (): Promise<Middleware> => {
    loading ??= import('./page-table.ts').then(
      ({ listPages }) => servePages(listPages(parts, api)),
      (error) => {
        // The next request tries to load the pages again. Loading fails, for example, if there are no file descriptors left.
        loading = undefined;
        throw error;
      },
    );
    return loading;
  };
  setTimeout(() => load().catch(() => undefined), idle).unref();
  return async (ctx, next) => {
    const serve = await load();
    return serve(ctx, next);
  };
}

/** Converts every error of the inner middleware to a problem. */
export function respondToErrors(logger: Logger, baseUrl: () => string): Middleware {
  return async (ctx, next) => {
    try {
      await next();
    } catch (error) {
      const problem = error instanceof ProblemError ? error : problemOfError(error);
      if (!problem) logger.error({ requestId: ctx.state.requestId, err: error }, 'failed');
      const place = { requestId: ctx.state.requestId, path: ctx.path, baseUrl: baseUrl() };
      sendResponse(ctx, createProblemResponse(problem ?? internalError(error), place));
    }
  };
}

/** The accounts and tokens of the requests in progress, by request id. */
type KnownAskers = Map<string, Principal>;

/** Counts and logs every request, with the address, account and token's id, but no query or header, which may include secrets. */
function logRequest(log: ServerLog['logResponse'], metrics: Metrics, askers: KnownAskers): Middleware {
  const nameOperation = nameOperations();
  return async (ctx, next) => {
    const start = performance.now();
    const { ip: address, req, res } = ctx;
    const { method } = req;
    const path = pathOf(req.url ?? '');
    const { requestId } = ctx.state;
    let principal: Principal | undefined;
    try {
      await next();
    } finally {
      principal = askers.get(requestId);
      askers.delete(requestId);
    }
    const status = res.statusCode;
    const ms = Math.round((performance.now() - start) * 100) / 100;
    metrics.count(nameOperation(method, path) ?? 'other', status, ms / 1000);
    const { accountId: account, tokenId: token } = principal ?? {};
    log({ requestId, method, path: maskPath(path), status, ms, address, account, token });
  };
}

/** Masks path segments that are as long as a token or a receipt, and invoice ids, because each id opens a payment page. */
export function maskPath(path: string): string {
  // This test comes first, because few paths contain anything to mask, and the function runs for every request.
  if (!/^\/pay\/|inv_|[^/]{40}/i.test(path)) return path;
  return path
    .replace(/^(\/pay\/)[^/]+/, '$1*')
    .replace(/inv_\w*/gi, 'inv_*')
    .replace(/[^/]{40}[^/]*/g, '*');
}

/**
 * Makes the function that finds a request's operationId. If no operation has both the path and the method, it returns that
 * of the first operation with the path, or undefined if there is none.
 * @param table the operations; by default those of the contract
 */
export function nameOperations(table: Readonly<Record<string, { method: string; path: string }>> = operationTable) {
  const entries = Object.entries(table).map(([id, { method, path }]) => ({ id, method, path }));
  const exact = Map.groupBy(entries, ({ path }) => path);
  const templates = entries
    .filter(({ path }) => path.includes('{'))
    .map((entry) => ({ entry, pattern: new RegExp(`^${entry.path.replaceAll('.', '\\.').replace(/\{[^{}]+\}/g, '[^/]+')}$`) }));
  return (method: string | undefined, path: string): string | undefined => {
    const found = exact.get(path) ?? templates.flatMap(({ entry, pattern }) => (pattern.test(path) ? [entry] : []));
    return (found.find((entry) => entry.method === method) ?? found[0])?.id;
  };
}
