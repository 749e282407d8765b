import { ProblemError } from '@payment-invoice/stubs';
import type { Context, Middleware } from 'koa';

/** Hands a path to `answer`, with what the pattern's groups caught; another method is a 405. GET brings HEAD along. */
export function route(
  method: 'GET' | 'POST',
  path: RegExp,
  answer: (ctx: Context, ...caught: string[]) => Promise<void> | void,
): Middleware {
  const allowed = method === 'GET' ? ['GET', 'HEAD'] : [method];
  return async (ctx, next) => {
    const match = path.exec(ctx.path);
    if (!match) return next();
    if (!allowed.includes(ctx.method)) {
      throw new ProblemError('method_not_allowed', `This path is asked with ${allowed.join(' or ')}.`, {
        headers: { Allow: allowed.join(', ') },
      });
    }
    await answer(ctx, ...match.slice(1));
  };
}
