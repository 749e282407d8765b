import { centsOfText, textOfCents } from '../engine/cents.ts';
import type { Receipt } from '../engine/receipt.ts';

/** Whose receipts these are and whom they are for. */
export interface ReceiptParties {
  readonly issuer: string;
  readonly audience: string;
}

/** The receipt as the claims of a JWS; `issuedAt` in milliseconds since 1970. */
export function claimsOfReceipt(receipt: Receipt, parties: ReceiptParties, issuedAt: number): Record<string, unknown> {
  return {
    iss: parties.issuer,
    aud: parties.audience,
    jti: receipt.receiptId,
    iat: Math.floor(issuedAt / 1000),
    cashTag: receipt.cashTag,
    note: receipt.note,
    amount: textOfCents(receipt.amount),
    currency: receipt.currency,
    status: receipt.paymentStatus,
    paidAt: new Date(receipt.paidAt).toISOString(),
  };
}

/** The receipt that the claims state; undefined unless every one is there and written as it must be. */
export function receiptOfClaims(claims: Readonly<Record<string, unknown>>, parties: ReceiptParties): Receipt | undefined {
  const { iss, aud, jti, iat, cashTag, note, amount, currency, status, paidAt } = claims;
  if (iss !== parties.issuer || aud !== parties.audience) return undefined;
  if (!isText(jti) || !isText(cashTag) || !isText(note) || !isText(amount) || !isText(currency) || !isText(paidAt))
    return undefined;
  if (!Number.isSafeInteger(iat) || !isPaymentStatus(status)) return undefined;
  const cents = centsOfText(amount);
  const paidAtMs = Date.parse(paidAt);
  if (cents === undefined || Number.isNaN(paidAtMs) || new Date(paidAtMs).toISOString() !== paidAt) return undefined;
  return { receiptId: jti, cashTag, note, amount: cents, currency, paymentStatus: status, paidAt: paidAtMs };
}

/** Whether it is one of the outcomes that a payment can have. */
export function isPaymentStatus(value: unknown): value is Receipt['paymentStatus'] {
  return value === 'completed' || value === 'pending' || value === 'failed' || value === 'reversed';
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value.length >= 1 && value.length <= 255;
}
