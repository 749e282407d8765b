import { CompactSign } from 'jose/jws/compact/sign';
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
  { amount, outcome }: Pick<PaymentOrder, 'amount' | 'outcome'>,
  identity: SandboxIdentity,
  now: number,
  randomBytes: RandomBytes,
): Promise<string> {
  const receiptId = makeId('rcp', now, randomBytes);
  const receipt = { receiptId, cashTag, note, amount, currency, paymentStatus: outcome, paidAt: now };
  return mintReceipt(receipt, identity, now);
}

/** Signs a receipt as the sandbox rail; `now` in milliseconds since 1970. */
function mintReceipt(receipt: Receipt, identity: SandboxIdentity, now: number): Promise<string> {
  return new CompactSign(Buffer.from(JSON.stringify(claimsOfReceipt(receipt, identity, now))))
    .setProtectedHeader({ alg: receiptAlgorithm, typ: receiptType, kid: identity.keyId })
    .sign(identity.privateKey);
}
