import type { Middleware } from 'koa';
import type { Logger } from 'pino';

/** One line a request. No query and no headers: they may hold what must not be in a log. */
export function logRequest(logger: Logger): Middleware {
  return async (ctx, next) => {
    const start = performance.now();
    await next();
    const ms = Math.round((performance.now() - start) * 100) / 100;
    logger.info({ requestId: ctx.state.requestId, method: ctx.method, path: ctx.path, status: ctx.status, ms }, 'answered');
  };
}
