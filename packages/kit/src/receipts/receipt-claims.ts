import type { Receipt } from '../lifecycle/receipt.ts';
import { centsOfText, textOfCents } from '../money/cents.ts';

export interface ReceiptParties {
  issuer: string;
  audience: string;
}

type Claims = Readonly<Record<string, unknown>>;

/** Converts a receipt to the claims of a JWS. `issuedAt` is in milliseconds since 1970. */
export function claimsOfReceipt(receipt: Receipt, parties: ReceiptParties, issuedAt: number): Record<string, unknown> {
  const { issuer: iss, audience: aud } = parties;
  const { receiptId: jti, cashTag, note, currency, paymentStatus: status } = receipt;
  const [amount, paidAt] = [textOfCents(receipt.amount), new Date(receipt.paidAt).toISOString()];
  return { iss, aud, jti, iat: Math.floor(issuedAt / 1000), cashTag, note, amount, currency, status, paidAt };
}

/** The tolerated difference between the clocks of the issuer and of this server, in milliseconds. */
const tolerance = 5 * 60_000;

/** Reads a receipt from the claims; undefined if a claim is missing or malformed, or the receipt is not valid at `now`. */
export function receiptOfClaims(claims: Claims, parties: ReceiptParties, now: number): Receipt | undefined {
  const { iss, aud, jti, iat, exp, nbf, status, ...fields } = claims;
  if (iss !== parties.issuer || aud !== parties.audience) return undefined;
  const [issued, ends, begins] = [millisecondsOf(iat), millisecondsOf(exp), millisecondsOf(nbf)];
  if (issued === undefined || issued > now + tolerance) return undefined;
  if (exp !== undefined && (ends === undefined || ends <= now - tolerance || ends <= issued)) return undefined;
  if (nbf !== undefined && (begins === undefined || begins > now + tolerance)) return undefined;
  const receipt = receiptOfFields({ ...fields, receiptId: jti, paymentStatus: status });
  // The payment must not be later than the signature, and the signature must not be in the future.
  return receipt && receipt.paidAt <= issued + tolerance ? receipt : undefined;
}

/** Converts a NumericDate (RFC 7519 §2) in whole seconds to milliseconds; undefined for any other value. */
function millisecondsOf(value: unknown): number | undefined {
  return Number.isSafeInteger(value) && (value as number) > 0 && (value as number) < 1e11 ? (value as number) * 1000 : undefined;
}

/** Reads a receipt from unchecked fields. Returns undefined if a field is missing or malformed. */
export function receiptOfFields(fields: Claims): Receipt | undefined {
  const { receiptId, cashTag, note, amount, currency, paymentStatus, paidAt } = fields;
  if (!isText(receiptId) || !isText(cashTag) || !isText(note) || !isText(amount) || !isText(currency) || !isText(paidAt))
    return undefined;
  if (!isPaymentStatus(paymentStatus)) return undefined;
  const cents = centsOfText(amount);
  const paidAtMs = Date.parse(paidAt);
  if (cents === undefined || Number.isNaN(paidAtMs) || new Date(paidAtMs).toISOString() !== paidAt) return undefined;
  return { receiptId, cashTag, note, amount: cents, currency, paymentStatus, paidAt: paidAtMs };
}

export function isPaymentStatus(value: unknown): value is Receipt['paymentStatus'] {
  return value === 'completed' || value === 'pending' || value === 'failed' || value === 'reversed';
}

/** Returns true for a short text that every store can store unchanged. */
function isText(value: unknown): value is string {
  if (typeof value !== 'string' || value.length < 1 || value.length > 255) return false;
  return value.isWellFormed() && !value.includes('\0');
}
