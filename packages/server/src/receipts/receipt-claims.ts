import { textOfCents } from '../engine/cents.ts';
import type { Receipt } from '../engine/receipt.ts';
import { receiptOfFields } from './receipt-fields.ts';

/** The issuer and the audience of receipts. */
export interface ReceiptParties {
  issuer: string;
  audience: string;
}

/** Writes a receipt as the claims of a JWS; `issuedAt` in milliseconds since 1970. */
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

/** Reads the receipt that the claims state; undefined unless each is there and well formed. */
export function receiptOfClaims(claims: Readonly<Record<string, unknown>>, parties: ReceiptParties): Receipt | undefined {
  const { iss, aud, jti, iat, status, ...fields } = claims;
  if (iss !== parties.issuer || aud !== parties.audience || !Number.isSafeInteger(iat)) return undefined;
  return receiptOfFields({ ...fields, receiptId: jti, paymentStatus: status });
}
