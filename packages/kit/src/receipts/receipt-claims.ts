import type { Receipt } from '../lifecycle/receipt.ts';
import { textOfCents } from '../money/cents.ts';
import { receiptOfFields } from './receipt-fields.ts';

export interface ReceiptParties {
  issuer: string;
  audience: string;
}

/** Writes a receipt as the claims of a JWS. `issuedAt` is in milliseconds since 1970. */
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

/** The clock difference that is tolerated, in milliseconds; the same as between a payment and its invoice. */
const tolerance = 5 * 60_000;

/**
 * Reads the receipt from the claims; undefined unless each claim is present and well formed, and the receipt is valid at `now`.
 */
export function receiptOfClaims(
  claims: Readonly<Record<string, unknown>>,
  parties: ReceiptParties,
  now: number,
): Receipt | undefined {
  const { iss, aud, jti, iat, exp, nbf, status, ...fields } = claims;
  if (iss !== parties.issuer || aud !== parties.audience) return undefined;
  const [issued, ends, begins] = [millisecondsOf(iat), millisecondsOf(exp), millisecondsOf(nbf)];
  if (issued === undefined || issued > now + tolerance) return undefined;
  if (exp !== undefined && (ends === undefined || ends <= now - tolerance || ends <= issued)) return undefined;
  if (nbf !== undefined && (begins === undefined || begins > now + tolerance)) return undefined;
  const receipt = receiptOfFields({ ...fields, receiptId: jti, paymentStatus: status });
  // A payment cannot be later than its signature. As the signature is not in the future, neither is the payment.
  return receipt && receipt.paidAt <= issued + tolerance ? receipt : undefined;
}

/**
 * Reads a NumericDate (RFC 7519 §2) of whole seconds, in milliseconds; undefined when the value is not such a date, or not one
 * that a receipt could have.
 */
function millisecondsOf(value: unknown): number | undefined {
  return Number.isSafeInteger(value) && (value as number) > 0 && (value as number) < 1e11 ? (value as number) * 1000 : undefined;
}
