import { createLimiter, keyOfAddress, type MakeCounter } from '@payment-invoice/kit/rates';

/** How many requests without a token are allowed per minute; 0 means no limit. */
export interface PayerLimits {
  /** The maximum number of page requests from one address, including the polls of payment pages. */
  pages: number;
  /** The maximum number of receipts from one address on the page of one invoice. */
  receipts: number;
}

/** The default limits. An open page polls twenty times a minute, and a whole office may have the same address. */
export const usualPayerLimits: PayerLimits = { pages: 1_200, receipts: 10 };

/** No limits, as in a sandbox. */
export const noPayerLimits: PayerLimits = { pages: 0, receipts: 0 };

/** The rate limits for clients without a token, by address. Their requests do not count towards any account's limits. */
export interface PayerGuard {
  /** Counts a request for a page. Throws a ProblemError when no requests are left. */
  admitPage(address: string | undefined): Promise<void>;
  /** Counts a submitted receipt. Throws a ProblemError when no submissions are left. */
  admitReceipt(address: string | undefined, invoiceId: string): Promise<void>;
}

export function createPayerGuard(limits: PayerLimits, makeCounter: MakeCounter): PayerGuard {
  const pages = createLimiter('pages', limits.pages, 60, makeCounter);
  const receipts = createLimiter('receipts', limits.receipts, 60, makeCounter);
  return {
    admitPage: async (address) => void (await pages.take(keyOfAddress(address))),
    admitReceipt: async (address, invoiceId) => void (await receipts.take(`${keyOfAddress(address)} ${invoiceId}`)),
  };
}
