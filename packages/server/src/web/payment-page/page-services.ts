import type { Context } from 'koa';
import type { Logger } from 'pino';
import type { Invoice } from '../../engine/invoice.ts';
import type { Services } from '../../handlers/services.ts';
import type { PayerGuard } from '../../rates/payer-guard.ts';
import type { SandboxIdentity } from '../../sandbox/sandbox-identity.ts';
import { basePathOf } from '../base-path.ts';
import { describePage, type PageModel } from './page-model.ts';
import { renderMessage } from './render-message.ts';

/** The services of the payment page. */
export interface PageServices extends Services {
  logger: Logger;
  /** Signs the payments that are played; undefined where money moves. */
  sandbox: SandboxIdentity | undefined;
  /** Limits payers by their address. */
  payers: PayerGuard;
}

/** Finds the invoice of a page and describes it; shows a page that says so, and returns undefined, when there is none. */
export async function findInvoice(
  ctx: Context,
  services: PageServices,
  id: string,
): Promise<{ invoice: Invoice; page: PageModel } | undefined> {
  const now = services.now();
  const invoice = await services.store.readPublicInvoice(id, now);
  if (invoice)
    return { invoice, page: describePage(invoice, now, { baseUrl: services.baseUrl(), isSandbox: !!services.sandbox }) };
  showUnknown(ctx, services);
  return undefined;
}

/** Shows that there is nothing at this address, which the page does not repeat. */
export function showUnknown(ctx: Context, { baseUrl }: Pick<PageServices, 'baseUrl'>): void {
  ctx.status = 404;
  ctx.body = renderMessage(
    'There is no such payment',
    'The link is not whole, or not right. Open it again from where you got it, or go back to the shop.',
    basePathOf(baseUrl()),
  );
}
