import type { Context } from 'koa';
import type { Logger } from 'pino';
import type { Invoice } from '../../engine/invoice.ts';
import type { Services } from '../../handlers/services.ts';
import type { SandboxIdentity } from '../../sandbox/sandbox-file.ts';
import { basePathOf } from '../base-path.ts';
import { describePage, type PageModel } from './page-model.ts';
import { renderMessage } from './render-message.ts';

/** What the payment page works with. */
export interface PageServices extends Services {
  logger: Logger;
  /** Signs the payments that are played; undefined where money moves. */
  sandbox: SandboxIdentity | undefined;
}

/** The invoice of a page and what the page says of it; undefined, and a page that says so, when there is none. */
export async function findInvoice(
  ctx: Context,
  services: PageServices,
  id: string,
): Promise<{ invoice: Invoice; page: PageModel } | undefined> {
  const now = services.now();
  const invoice = await services.store.readPublicInvoice(id, now);
  if (invoice)
    return { invoice, page: describePage(invoice, now, { baseUrl: services.baseUrl(), isSandbox: !!services.sandbox }) };
  answerUnknown(ctx, services);
  return undefined;
}

/** The page of an address under which there is nothing. It does not repeat the address. */
export function answerUnknown(ctx: Context, { baseUrl }: Pick<PageServices, 'baseUrl'>): void {
  ctx.status = 404;
  ctx.body = renderMessage(
    'There is no such payment',
    'The link is not whole, or not right. Open it again from where you got it, or go back to the shop.',
    basePathOf(baseUrl()),
  );
}
