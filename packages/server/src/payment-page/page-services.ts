import type { Invoice } from '@payment-invoice/kit/lifecycle';
import type { Context } from 'koa';
import type { Logger } from 'pino';
import type { Services } from '../handlers/services.ts';
import { basePathOf } from '../pages/serve-pages.ts';
import type { PayerGuard } from '../rates/payer-guard.ts';
import type { SandboxIdentity } from '../sandbox/sandbox-identity.ts';
import type { AccountStore } from '../store/account-store.ts';
import { describePage, type PageModel } from './page-model.ts';
import { renderMessage } from './render-document.ts';
import { chooseWords } from './words/choose-words.ts';

/** The maximum number of receipts of an invoice that are searched for the time of its payment. */
const mostReceipts = 100;

export interface PageServices extends Services {
  logger: Logger;
  /** The identity that signs played payments; undefined when real money moves. */
  sandbox: SandboxIdentity | undefined;
  /** Limits payers by address. */
  payers: PayerGuard;
  findMerchant: FindMerchant;
  /** The name of the app in which payers pay. */
  paymentApp: string | undefined;
}

/**
 * Finds the invoice of a page and describes it. When there is no such invoice, it shows a page that says so and returns
 * undefined.
 */
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

/** Finds when an invoice was paid, which is the latest time in its receipts. */
async function findPaymentTime({ store }: PageServices, invoiceId: string): Promise<number | undefined> {
  const times = (await store.listReceipts(invoiceId, mostReceipts)).map(({ paidAt }) => paidAt);
  return times.length > 0 ? Math.max(...times) : undefined;
}

/** Shows a page that says that nothing is here, without repeating the address. */
export function showUnknown(ctx: Context, { baseUrl }: Pick<PageServices, 'baseUrl'>): void {
  const words = chooseWords(ctx);
  ctx.status = 404;
  ctx.body = renderMessage(words.errors.unknown, words.errors.unknownWords, { basePath: basePathOf(baseUrl()), words });
}

/** Returns the name of an account; null when it has none. */
type FindMerchant = (accountId: string) => Promise<string | null>;

/** For how many milliseconds a name is cached. */
const kept = 60_000;
/** The maximum number of names that are cached. */
const most = 1000;

/** Makes a finder that caches names for a minute, because a page is loaded again and again. */
export function createMerchantFinder(store: Pick<AccountStore, 'findAccount'>, now: () => number): FindMerchant {
  const names = new Map<string, { name: string | null; readAt: number }>();
  return async (accountId) => {
    const known = names.get(accountId);
    const time = now();
    if (known && Math.abs(time - known.readAt) < kept) return known.name;
    const name = (await store.findAccount(accountId))?.name ?? null;
    names.delete(accountId);
    names.set(accountId, { name, readAt: time });
    const [oldest] = names.keys();
    if (names.size > most && oldest !== undefined) names.delete(oldest);
    return name;
  };
}
