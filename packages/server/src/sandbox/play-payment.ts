import * as errors from 'jose/errors';
import { CompactSign } from 'jose/jws/compact/sign';
import { compactVerify } from 'jose/jws/compact/verify';
import type { Invoice } from '../engine/invoice.ts';
import { makeId, type RandomBytes } from '../engine/make-id.ts';
import { currency, type Receipt } from '../engine/receipt.ts';
import { receiptAlgorithm, receiptType } from '../receipts/jws-verifier.ts';
import { claimsOfReceipt } from '../receipts/receipt-claims.ts';
import type { PaymentOrder } from './read-payment-order.ts';
import type { SandboxIdentity } from './sandbox-identity.ts';

/** Makes the web receipt of a payment that nobody made, for an invoice; `now` in milliseconds since 1970. */
export function playPayment(
  { cashTag, note }: Invoice,
  { amount, outcome, differs }: Pick<PaymentOrder, 'amount' | 'outcome' | 'differs'>,
  identity: SandboxIdentity,
  now: number,
  randomBytes: RandomBytes,
): Promise<string> {
  const receiptId = makeId('rcp', now, randomBytes);
  const receipt = { receiptId, cashTag, note, amount, currency, paymentStatus: outcome, paidAt: now, ...differs };
  return mintReceipt(receipt, identity, now);
}

/** Signs a receipt as the sandbox rail; `now` in milliseconds since 1970. */
function mintReceipt(receipt: Receipt, identity: SandboxIdentity, now: number): Promise<string> {
  return sign(claimsOfReceipt(receipt, identity, now), identity);
}

/** Signs the payment of a receipt of this sandbox again, a second later, so that its bytes are others; undefined for any other text. */
export async function signAgain(webReceipt: string, identity: SandboxIdentity): Promise<string | undefined> {
  try {
    const { payload } = await compactVerify(webReceipt, identity.publicKey, { algorithms: [receiptAlgorithm] });
    const claims = JSON.parse(new TextDecoder().decode(payload));
    return await sign({ ...claims, iat: claims.iat + 1 }, identity);
  } catch (error) {
    if (error instanceof errors.JOSEError) return undefined;
    throw error;
  }
}

function sign(claims: object, identity: SandboxIdentity): Promise<string> {
  return new CompactSign(Buffer.from(JSON.stringify(claims)))
    .setProtectedHeader({ alg: receiptAlgorithm, typ: receiptType, kid: identity.keyId })
    .sign(identity.privateKey);
}
