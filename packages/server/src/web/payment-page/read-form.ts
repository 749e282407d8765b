import { ProblemError } from '@payment-invoice/stubs';
import { toApiRequest } from '@payment-invoice/stubs/koa';
import type { Context } from 'koa';
import { isOwnForm } from './form-guard.ts';
import type { PageModel } from './page-model.ts';
import type { PageServices } from './page-services.ts';
import { renderMessage } from './render-message.ts';

/** Longest body, in bytes (D-16); a receipt of the longest kind fits, though a form writes some characters as three. */
const limit = 32 * 1024;

/** What was filled in on our page; undefined, and a page that says why, when it was not, or cannot be read. `page` is led back to. */
export async function readForm(ctx: Context, { baseUrl }: PageServices, page: PageModel): Promise<URLSearchParams | undefined> {
  if (!ctx.is('application/x-www-form-urlencoded')) return refuse(ctx, 415, page);
  let body: Buffer;
  try {
    body = await toApiRequest(ctx).readBody(limit);
  } catch (error) {
    if (error instanceof ProblemError) return refuse(ctx, error.status, page);
    throw error;
  }
  const form = new URLSearchParams(body.toString('utf8'));
  return isOwnForm(ctx, form, baseUrl()) ? form : refuse(ctx, 403, page);
}

function refuse(ctx: Context, status: number, { path, basePath }: PageModel): undefined {
  ctx.status = status;
  const sentence =
    status === 413
      ? 'What was sent is longer than any web receipt. Nothing was changed.'
      : 'What was sent did not come from this page as it is now. Nothing was changed. If your browser refuses cookies, allow them for this page; then try again.';
  ctx.body = renderMessage('That did not work', sentence, basePath, { link: { href: path, words: 'Back to the payment' } });
  return undefined;
}
