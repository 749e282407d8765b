import { createProblemResponse, internalError, ProblemError } from '@payment-invoice/stubs';
import { sendResponse } from '@payment-invoice/stubs/koa';
import type { Middleware } from 'koa';
import type { Logger } from 'pino';
import { problemOfError } from '../pages/problem-of-error.ts';

/** Turns every error of the inner middleware into a problem. */
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
