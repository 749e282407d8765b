import { CompactSign } from 'jose/jws/compact/sign';
import type { Receipt } from '../engine/receipt.ts';
import { receiptAlgorithm, receiptType } from '../receipts/jws-verifier.ts';
import { claimsOfReceipt } from '../receipts/receipt-claims.ts';
import type { SandboxIdentity } from './sandbox-identity.ts';

/** Signs a receipt as the sandbox rail; `now` in milliseconds since 1970. */
export function mintReceipt(receipt: Receipt, identity: SandboxIdentity, now: number): Promise<string> {
  return new CompactSign(Buffer.from(JSON.stringify(claimsOfReceipt(receipt, identity, now))))
    .setProtectedHeader({ alg: receiptAlgorithm, typ: receiptType, kid: identity.keyId })
    .sign(identity.privateKey);
}
