import { pathOf } from '@payment-invoice/stubs';
import type { Middleware } from 'koa';
import type { Logger } from 'pino';
import type { Metrics } from '../monitoring/metrics.ts';

/** Counts and logs every response. The log has no query and no headers: they may hold secrets. */
export function logRequest(logger: Logger, metrics: Metrics): Middleware {
  return async (ctx, next) => {
    const start = performance.now();
    const { req, res } = ctx;
    const { method } = req;
    const path = pathOf(req.url ?? '');
    await next();
    const status = res.statusCode;
    const ms = Math.round((performance.now() - start) * 100) / 100;
    metrics.count(path, status, ms / 1000);
    logger.info({ requestId: ctx.state.requestId, method, path: maskPath(path), status, ms }, 'answered');
  };
}

/** Masks invoice ids in a path, since whoever knows one can open its payment page, and whatever is as long as a token or a receipt. */
export function maskPath(path: string): string {
  // Called for each request, and few paths hold any of these.
  if (!/^\/pay\/|inv_|[^/]{40}/i.test(path)) return path;
  return path
    .replace(/^(\/pay\/)[^/]+/, '$1*')
    .replace(/inv_\w*/gi, 'inv_*')
    .replace(/[^/]{40,}/g, '*');
}
