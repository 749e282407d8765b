import { ProblemError } from '@payment-invoice/stubs';
import type { Context, Middleware, Next } from 'koa';
import type { Logger } from 'pino';
import type { Services } from '../../handlers/services.ts';
import type { SandboxIdentity } from '../../sandbox/sandbox-file.ts';
import { basePathOf } from '../base-path.ts';
import { problemOfError } from '../problem-of-error.ts';
import { type Answer, resource } from '../route.ts';
import { paymentPageHeaders } from './page-headers.ts';
import { answerUnknown, type PageServices } from './page-services.ts';
import { playPayer } from './play-payer.ts';
import { renderMessage } from './render-message.ts';
import { showInvoice, tellState } from './show-invoice.ts';
import { askForReceipt, takeReceipt } from './take-receipt.ts';

/** Everything below `/pay/`, for payers: pages, also where something is wrong. `sandbox` signs what is played; undefined where money moves. */
export function servePaymentPage(services: Services, logger: Logger, sandbox: SandboxIdentity | undefined): Middleware {
  const all: PageServices = { ...services, logger, sandbox };
  const at = (end: string, answers: { GET?: Answer; POST?: Answer }) =>
    resource(new RegExp(`^/pay/([^/]{1,255})${end}$`), answers);
  const routes = [
    at('', { GET: (ctx, id = '') => showInvoice(ctx, all, id) }),
    at('/status', { GET: (ctx, id = '') => tellState(ctx, all, id) }),
    at('/receipt', {
      GET: (ctx, id = '') => askForReceipt(ctx, all, id),
      POST: (ctx, id = '') => takeReceipt(ctx, all, id),
    }),
    ...(sandbox ? [at('/sandbox', { POST: (ctx, id = '') => playPayer(ctx, all, id, sandbox) })] : []),
  ];
  return async (ctx, next) => {
    if (!ctx.path.startsWith('/pay/')) return next();
    ctx.set(paymentPageHeaders);
    try {
      await inTurn(routes, ctx, async () => answerUnknown(ctx, all));
    } catch (error) {
      answerError(ctx, error, all);
    }
  };
}

/** Asks each route until one of them does not hand on. */
function inTurn([first, ...rest]: readonly Middleware[], ctx: Context, last: Next): Promise<void> {
  return first ? first(ctx, () => inTurn(rest, ctx, last)) : last();
}

/** A payer has no use for a problem: a page says when to come back, and a browser does so by itself. */
function answerError(ctx: Context, error: unknown, { logger, baseUrl }: PageServices): void {
  const problem = error instanceof ProblemError ? error : problemOfError(error);
  // A wrong method, for whoever writes programs.
  if (problem && problem.status < 500) throw problem;
  if (!problem) logger.error({ requestId: ctx.state.requestId, err: error }, 'failed');
  ctx.status = problem?.status ?? 500;
  ctx.set({ ...problem?.headers });
  ctx.body = renderMessage(
    'This page cannot be shown at the moment',
    `Nothing was changed. Try again in a minute. If it stays like this, tell the shop this number: ${ctx.state.requestId}.`,
    basePathOf(baseUrl()),
    ctx.status === 503 && ctx.method === 'GET' ? { refresh: { seconds: 10 } } : {},
  );
}
