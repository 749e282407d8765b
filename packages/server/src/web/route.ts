import { ProblemError } from '@payment-invoice/stubs';
import type { Context, Middleware } from 'koa';

/** Answers a path, with what the pattern's groups caught. */
export type Answer = (ctx: Context, ...caught: string[]) => Promise<void> | void;

/** Hands a path to `answer`; another method is a 405. GET brings HEAD along. */
export function route(method: 'GET' | 'POST', path: RegExp, answer: Answer): Middleware {
  return resource(path, { [method]: answer });
}

/** Hands a path to the answer of its method; a method without one is a 405. GET brings HEAD along. */
export function resource(path: RegExp, answers: { GET?: Answer; POST?: Answer }): Middleware {
  const byMethod = new Map(Object.entries({ ...answers, ...(answers.GET && { HEAD: answers.GET }) }));
  const allowed = ['GET', 'HEAD', 'POST'].filter((method) => byMethod.has(method));
  return async (ctx, next) => {
    const match = path.exec(ctx.path);
    if (!match) return next();
    const answer = byMethod.get(ctx.method);
    if (!answer) {
      throw new ProblemError('method_not_allowed', `This path is asked with ${allowed.join(' or ')}.`, {
        headers: { Allow: allowed.join(', ') },
      });
    }
    await answer(ctx, ...match.slice(1));
  };
}
