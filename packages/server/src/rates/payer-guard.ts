import { createLimiter, keyOfAddress, type MakeCounter } from '@payment-invoice/kit/rates';

/** The numbers of requests without a token that are allowed per minute; 0 means no limit. */
export interface PayerLimits {
  /** The number of pages that an address may request, including the polls of payment pages. */
  pages: number;
  /** The number of receipts that an address may submit on the page of one invoice. */
  receipts: number;
}

/** The default limits. A payment page polls about twenty times a minute, and an office may share one address. */
export const usualPayerLimits: PayerLimits = { pages: 1_200, receipts: 10 };

/** No limits, as in the sandbox. */
export const noPayerLimits: PayerLimits = { pages: 0, receipts: 0 };

/** Limits clients without a token by their addresses. Their requests do not count towards an account's limits. */
export interface PayerGuard {
  /**
   * Counts a page.
   * @throws ProblemError rate_limited
   */
  admitPage(address: string | undefined): Promise<void>;
  /**
   * Counts a receipt.
   * @throws ProblemError rate_limited
   */
  admitReceipt(address: string | undefined, invoiceId: string): Promise<void>;
}

export function createPayerGuard(limits: PayerLimits, makeCounter: MakeCounter): PayerGuard {
  const pages = createLimiter('pages', limits.pages, 60, makeCounter);
  const receipts = createLimiter('receipts', limits.receipts, 60, makeCounter);
  return {
    admitPage: async (address) => {
      await pages.take(keyOfAddress(address));
    },
    admitReceipt: async (address, invoiceId) => {
      await receipts.take(`${keyOfAddress(address)} ${invoiceId}`);
    },
  };
}
