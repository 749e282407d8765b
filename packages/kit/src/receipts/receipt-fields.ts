import type { Receipt } from '../lifecycle/receipt.ts';
import { centsOfText } from '../money/cents.ts';

/** Reads the receipt from these fields; undefined unless each field is present and well formed. */
export function receiptOfFields(fields: Readonly<Record<string, unknown>>): Receipt | undefined {
  const { receiptId, cashTag, note, amount, currency, paymentStatus, paidAt } = fields;
  if (!isText(receiptId) || !isText(cashTag) || !isText(note) || !isText(amount) || !isText(currency) || !isText(paidAt)) {
    return undefined;
  }
  if (!isPaymentStatus(paymentStatus)) return undefined;
  const cents = centsOfText(amount);
  const paidAtMs = Date.parse(paidAt);
  if (cents === undefined || Number.isNaN(paidAtMs) || new Date(paidAtMs).toISOString() !== paidAt) return undefined;
  return { receiptId, cashTag, note, amount: cents, currency, paymentStatus, paidAt: paidAtMs };
}

export function isPaymentStatus(value: unknown): value is Receipt['paymentStatus'] {
  return value === 'completed' || value === 'pending' || value === 'failed' || value === 'reversed';
}

/** Returns true for a short text that every store can keep unchanged. */
function isText(value: unknown): value is string {
  if (typeof value !== 'string' || value.length < 1 || value.length > 255) return false;
  return value.isWellFormed() && !value.includes('\0');
}
