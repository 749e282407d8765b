import type { Middleware } from 'koa';
import type { Logger } from 'pino';
import type { Metrics } from '../metrics.ts';

/** Counts every answer, and logs a line for it. No query and no headers: they may hold what must not be in a log. */
export function logRequest(logger: Logger, metrics: Metrics): Middleware {
  return async (ctx, next) => {
    const start = performance.now();
    await next();
    const ms = Math.round((performance.now() - start) * 100) / 100;
    metrics.count(ctx.path, ctx.status, ms / 1000);
    const path = maskPath(ctx.path);
    logger.info({ requestId: ctx.state.requestId, method: ctx.method, path, status: ctx.status, ms }, 'answered');
  };
}

/** The path without invoice ids: who knows one can open its payment page. */
export function maskPath(path: string): string {
  return path.replace(/^(\/pay\/)[^/]+/, '$1*').replace(/inv_\w*/gi, 'inv_*');
}
