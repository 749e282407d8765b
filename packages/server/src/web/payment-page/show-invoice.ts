import type { Context } from 'koa';
import { giveFormToken } from './form-guard.ts';
import { readNotice } from './notices.ts';
import { stateOf } from './page-model.ts';
import { findInvoice, type PageServices } from './page-services.ts';
import { renderInvoice } from './render-invoice.ts';

/** GET of the page itself. */
export async function showInvoice(ctx: Context, services: PageServices, id: string): Promise<void> {
  const found = await findInvoice(ctx, services, id);
  if (!found) return;
  const formToken = tokenFor(ctx, services, found.page.path);
  ctx.body = renderInvoice(found.page, { formToken, notice: readNotice(ctx.query.after), stays: 'stay' in ctx.query });
}

/** GET of what the page's script asks for again and again: whether there is something new, and how long is left (in milliseconds). */
export async function tellState(ctx: Context, { store, now }: PageServices, id: string): Promise<void> {
  const time = now();
  const invoice = await store.readPublicInvoice(id, time);
  ctx.type = 'application/json';
  ctx.status = invoice ? 200 : 404;
  ctx.body = JSON.stringify(
    invoice ? { state: stateOf(invoice), timeLeft: Math.max(0, invoice.expiresAt - time) } : { state: 'unknown', timeLeft: 0 },
  );
}

/** The form token of this browser; the cookie goes over TLS alone where the deployment has it. */
export function tokenFor(ctx: Context, { baseUrl, randomBytes }: PageServices, path: string): string {
  return giveFormToken(ctx, path, baseUrl().startsWith('https:'), randomBytes);
}
