import type { Invoice } from '@payment-invoice/kit/lifecycle';
import type { Context } from 'koa';
import type { Logger } from 'pino';
import type { Services } from '../handlers/services.ts';
import { basePathOf } from '../pages/base-path.ts';
import type { PayerGuard } from '../rates/payer-guard.ts';
import type { SandboxIdentity } from '../sandbox/sandbox-identity.ts';
import type { FindMerchant } from './find-merchant.ts';
import { describePage, type PageModel } from './page-model.ts';
import { renderMessage } from './render-message.ts';
import { chooseWords } from './words/choose-words.ts';

/** The most receipts of an invoice that are looked at for the date of its payment. */
const mostReceipts = 100;

export interface PageServices extends Services {
  logger: Logger;
  /** Signs the payments that are played; undefined where money moves. */
  sandbox: SandboxIdentity | undefined;
  /** Limits payers by their address. */
  payers: PayerGuard;
  findMerchant: FindMerchant;
  /** The name of the app in which payers pay. */
  paymentApp: string | undefined;
}

/** Finds the invoice of a page and describes it; shows a page that says so, and returns undefined, when there is none. */
export async function findInvoice(
  ctx: Context,
  services: PageServices,
  id: string,
): Promise<{ invoice: Invoice; page: PageModel } | undefined> {
  const now = services.now();
  const invoice = await services.store.readPublicInvoice(id, now);
  if (!invoice) {
    showUnknown(ctx, services);
    return undefined;
  }
  const page = describePage(invoice, now, {
    baseUrl: services.baseUrl(),
    merchant: await services.findMerchant(invoice.accountId),
    paidAt: invoice.status === 'PAID' ? await findPaymentTime(services, id) : undefined,
    isSandbox: services.sandbox !== undefined,
    app: services.paymentApp,
    words: chooseWords(ctx),
  });
  return { invoice, page };
}

/** Finds when an invoice was paid: the last time that its receipts name. */
async function findPaymentTime({ store }: PageServices, invoiceId: string): Promise<number | undefined> {
  const times = (await store.listReceipts(invoiceId, mostReceipts)).map(({ paidAt }) => paidAt);
  return times.length > 0 ? Math.max(...times) : undefined;
}

/** Shows that there is nothing at this address, which the page does not repeat. */
export function showUnknown(ctx: Context, { baseUrl }: Pick<PageServices, 'baseUrl'>): void {
  const words = chooseWords(ctx);
  ctx.status = 404;
  ctx.body = renderMessage(words.errors.unknown, words.errors.unknownWords, { basePath: basePathOf(baseUrl()), words });
}
