import { ProblemError } from '@payment-invoice/stubs';
import type { Context } from 'koa';
import { basePathOf, problemOfError } from '../pages/serve-pages.ts';
import type { PageServices } from './page-services.ts';
import { renderMessage } from './render-document.ts';
import { chooseWords } from './words/choose-words.ts';

/** Makes the function that shows a payer an error page. After a GET with a 429 or 503, the page reloads itself. */
export function showFailure({ logger, baseUrl }: Pick<PageServices, 'logger' | 'baseUrl'>) {
  return (ctx: Context, error: unknown): void => {
    const problem = error instanceof ProblemError ? error : problemOfError(error);
    // Shows no page for an unsupported method, because only a program can use such a method.
    if (problem && problem.status < 500 && problem.code !== 'rate_limited') throw problem;
    if (!problem) logger.error({ requestId: ctx.state.requestId, err: error }, 'failed');
    ctx.status = problem?.status ?? 500;
    ctx.set({ ...problem?.headers });
    const words = chooseWords(ctx);
    ctx.body = renderMessage(words.errors.failure, words.errors.failureWords(ctx.state.requestId), {
      basePath: basePathOf(baseUrl()),
      words,
      ...((ctx.status === 503 || ctx.status === 429) && ctx.method === 'GET' && { refresh: { seconds: 10 } }),
    });
  };
}
