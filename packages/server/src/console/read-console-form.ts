import { bodyParser } from '@koa/bodyparser';
import { bodyLimit } from '@payment-invoice/generated';
import type { Context } from 'koa';
import { isOwnForm } from '../web/payment-page/form-guard.ts';
import { FormRefusedError } from './form-refused-error.ts';

/** The fields that were filled in, by their names. */
export type ConsoleForm = Readonly<Partial<Record<string, string>>>;

const parse = bodyParser({ enableTypes: ['form'], formLimit: bodyLimit });

/**
 * Reads a form of the console.
 * @throws FormRefusedError when it cannot be read, or was not filled in on one of our pages
 */
export async function readConsoleForm(ctx: Context, baseUrl: string): Promise<ConsoleForm> {
  // The parser would unpack a compressed one, which no browser sends.
  if (!ctx.is('application/x-www-form-urlencoded') || ctx.get('Content-Encoding') !== '') throw new FormRefusedError(415);
  try {
    await parse(ctx, async () => undefined);
  } catch (error) {
    const { status } = error as { status?: number };
    if (status !== 413 && status !== 400) throw error;
    // The parser has stopped in the middle; the browser sees the page once it has sent the rest.
    ctx.req.resume();
    throw new FormRefusedError(status);
  }
  const form: ConsoleForm = Object.fromEntries(
    Object.entries(ctx.request.body ?? {}).filter(([, value]) => typeof value === 'string'),
  );
  if (!isOwnForm(ctx, form.form ?? '', baseUrl)) throw new FormRefusedError(403);
  return form;
}
