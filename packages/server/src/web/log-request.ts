import type { Middleware } from 'koa';
import type { Logger } from 'pino';
import type { Metrics } from '../monitoring/metrics.ts';

/** A request as far as it is noted. */
interface NotedRequest {
  requestId: string;
  method: string;
  path: string;
}

/** Told of each request as it comes in; what it returns is told of the status that was answered. */
export type Observe = (request: NotedRequest) => (status: number) => void;

/** Counts every answer, and logs a line for it. No query and no headers: they may hold what must not be in a log. */
export function createObserve(logger: Logger, metrics: Metrics): Observe {
  return ({ requestId, method, path }) => {
    const start = performance.now();
    return (status) => {
      const ms = Math.round((performance.now() - start) * 100) / 100;
      metrics.count(path, status, ms / 1000);
      logger.info({ requestId, method, path: maskPath(path), status, ms }, 'answered');
    };
  };
}

/** Notes what Koa answers. */
export function logRequest(observe: Observe): Middleware {
  return async (ctx, next) => {
    const answered = observe({ requestId: ctx.state.requestId, method: ctx.method, path: ctx.path });
    await next();
    answered(ctx.status);
  };
}

/** The path without invoice ids: who knows one can open its payment page. And without what is as long as a token or a receipt. */
export function maskPath(path: string): string {
  // Asked at each request, and few have any of it.
  if (!/^\/pay\/|inv_|[^/]{40}/i.test(path)) return path;
  return path
    .replace(/^(\/pay\/)[^/]+/, '$1*')
    .replace(/inv_\w*/gi, 'inv_*')
    .replace(/[^/]{40,}/g, '*');
}
