import type { Context } from 'koa';
import { giveFormToken } from './form-guard.ts';
import { readNotice } from './notices.ts';
import { stateOf } from './page-model.ts';
import { findInvoice, type PageServices } from './page-services.ts';
import { renderInvoice } from './render-invoice.ts';

export async function showInvoice(ctx: Context, services: PageServices, id: string): Promise<void> {
  const found = await findInvoice(ctx, services, id);
  if (!found) return;
  const formToken = tokenFor(ctx, services, found.page.path);
  ctx.body = renderInvoice(found.page, { formToken, notice: readNotice(ctx.query.after), stays: 'stay' in ctx.query });
}

/** Responds to polls of the page's script with the page's state and the remaining time in milliseconds. */
export async function showState(ctx: Context, { store, now }: PageServices, id: string): Promise<void> {
  const time = now();
  const invoice = await store.readPublicInvoice(id, time);
  ctx.type = 'application/json';
  ctx.status = invoice ? 200 : 404;
  ctx.body = JSON.stringify(
    invoice ? { state: stateOf(invoice), timeLeft: Math.max(0, invoice.expiresAt - time) } : { state: 'unknown', timeLeft: 0 },
  );
}

/** Returns the form token of this browser. Its cookie is limited to TLS when the deployment uses it. */
export function tokenFor(ctx: Context, { baseUrl, randomBytes }: PageServices, path: string): string {
  return giveFormToken(ctx, path, baseUrl().startsWith('https:'), randomBytes);
}
