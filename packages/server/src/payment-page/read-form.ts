import type { Context } from 'koa';
import { type Form, readFields } from '../pages/read-fields.ts';
import { isOwnForm } from './form-guard.ts';
import type { PageModel } from './page-model.ts';
import type { PageServices } from './page-services.ts';
import { renderMessage } from './render-message.ts';

/**
 * Reads a form of our page. When it comes from elsewhere or cannot be read, it sends a page that says why and links back to
 * `page`, and returns undefined.
 */
export async function readForm(ctx: Context, { baseUrl }: PageServices, page: PageModel): Promise<Form | undefined> {
  const form = await readFields(ctx);
  if (typeof form === 'number') return refuse(ctx, form, page);
  return isOwnForm(ctx, form.token ?? '', baseUrl()) ? form : refuse(ctx, 403, page);
}

function refuse(ctx: Context, status: number, { path, basePath, words }: PageModel): undefined {
  ctx.status = status;
  const { notDone, tooLong, notFromHere, back } = words.errors;
  const link = { href: path, words: back };
  ctx.body = renderMessage(notDone, status === 413 ? tooLong : notFromHere, { basePath, words, link });
  return undefined;
}
