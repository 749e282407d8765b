import { bodyParser } from '@koa/bodyparser';
import { bodyLimit } from '@payment-invoice/generated';
import type { Context } from 'koa';
import { isOwnForm } from './form-guard.ts';
import type { PageModel } from './page-model.ts';
import type { PageServices } from './page-services.ts';
import { renderMessage } from './render-message.ts';

/** The fields that were filled in. */
export type Form = Readonly<Partial<Record<string, string>>>;

/** Longest body in bytes (D-16); the longest receipt fits, though a form writes some characters as three. */
const parse = bodyParser({ enableTypes: ['form'], formLimit: bodyLimit });

/**
 * Reads a form of our page. One that comes from elsewhere or cannot be read gets a page that says why and leads back to `page`;
 * then it returns undefined.
 */
export async function readForm(ctx: Context, { baseUrl }: PageServices, page: PageModel): Promise<Form | undefined> {
  // The parser would unpack a compressed one, which no browser sends.
  if (!ctx.is('application/x-www-form-urlencoded') || ctx.get('Content-Encoding') !== '') return refuse(ctx, 415, page);
  try {
    await parse(ctx, async () => undefined);
  } catch (error) {
    const { status } = error as { status?: number };
    if (status !== 413 && status !== 400) throw error;
    // The parser has stopped in the middle; the browser sees the page once it has sent the rest.
    ctx.req.resume();
    return refuse(ctx, status, page);
  }
  const fields = Object.entries(ctx.request.body ?? {}).filter(([, value]) => typeof value === 'string');
  const form: Form = Object.fromEntries(fields);
  return isOwnForm(ctx, form.token ?? '', baseUrl()) ? form : refuse(ctx, 403, page);
}

function refuse(ctx: Context, status: number, { path, basePath, words }: PageModel): undefined {
  ctx.status = status;
  const { notDone, tooLong, notFromHere, back } = words.errors;
  const link = { href: path, words: back };
  ctx.body = renderMessage(notDone, status === 413 ? tooLong : notFromHere, { basePath, words, link });
  return undefined;
}
