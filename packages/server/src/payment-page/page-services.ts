import type { Context } from 'koa';
import type { Logger } from 'pino';
import type { Services } from '../handlers/services.ts';
import { basePathOf } from '../pages/serve-pages.ts';
import type { PayerGuard } from '../rates/payer-guard.ts';
import type { SandboxIdentity } from '../sandbox/sandbox-identity.ts';
import type { AccountStore } from '../store/account-store.ts';
import { describePage } from './page-model.ts';
import { renderMessage } from './render-document.ts';
import { chooseWords } from './words/choose-words.ts';

/** The maximum number of an invoice's receipts that are read to find the time of payment. */
const mostReceipts = 100;

export interface PageServices extends Services {
  logger: Logger;
  /** The identity that signs receipts of simulated payments; undefined if real money is paid. */
  sandbox: SandboxIdentity | undefined;
  payers: PayerGuard;
  findMerchant: FindMerchant;
  paymentApp: string | undefined;
}

/** Finds an invoice and prepares the data of its page. If there is no invoice, shows a page that says so. */
export async function findInvoice(ctx: Context, services: PageServices, id: string) {
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

/** Returns the time at which an invoice was paid, which is the latest payment time in its receipts. */
async function findPaymentTime({ store }: PageServices, invoiceId: string): Promise<number | undefined> {
  const times = (await store.listReceipts(invoiceId, mostReceipts)).map(({ paidAt }) => paidAt);
  return times.length > 0 ? Math.max(...times) : undefined;
}

/** Shows a page that says that nothing exists at this address. The page does not repeat the address. */
export function showUnknown(ctx: Context, { baseUrl }: Pick<PageServices, 'baseUrl'>): void {
  const words = chooseWords(ctx);
  ctx.status = 404;
  ctx.body = renderMessage(words.errors.unknown, words.errors.unknownWords, { basePath: basePathOf(baseUrl()), words });
}

/** Returns the name of an account; null if it has no name. */
type FindMerchant = (accountId: string) => Promise<string | null>;

/** How long a name is cached, in milliseconds. */
const kept = 60_000;
/** The maximum number of cached names. */
const most = 1000;

/** Makes a function that finds an account's name and caches it for a minute, because a browser loads the same page many times. */
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
