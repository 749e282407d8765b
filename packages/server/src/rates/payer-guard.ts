import { createLimiter, keyOfAddress, type MakeCounter } from '@payment-invoice/kit/rates';

/** Requests without a token that are allowed in a minute; 0 is no limit. */
export interface PayerLimits {
  /** Pages for one address, a payment page's questions for news included. */
  pages: number;
  /** Receipts that one address may enter on the page of one invoice. */
  receipts: number;
}

/** The limits that hold unless the operator sets others. A payment page asks about twenty times a minute, and an office shares an address. */
export const usualPayerLimits: PayerLimits = { pages: 1_200, receipts: 10 };

/** No limits at all, as in the sandbox. */
export const noPayerLimits: PayerLimits = { pages: 0, receipts: 0 };

/** Limits those who have no token, by their address. Nothing of an account's budget is spent on them. */
export interface PayerGuard {
  /** @throws ProblemError rate_limited */
  admitPage(address: string | undefined): Promise<void>;
  /** @throws ProblemError rate_limited */
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
