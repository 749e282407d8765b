import { generateKeyPairSync, type KeyObject, randomBytes } from 'node:crypto';
import * as errors from 'jose/errors';
import { CompactSign } from 'jose/jws/compact/sign';
import { compactVerify } from 'jose/jws/compact/verify';
import type { Receipt } from '../lifecycle/receipt.ts';
import { receiptAlgorithm, receiptType } from './jws-verifier.ts';
import { sandboxKey } from './load-key-set.ts';
import { claimsOfReceipt, type ReceiptParties } from './receipt-claims.ts';

/** The signer of receipts: its key, its name, and the deployment that the receipts are for. */
export interface ReceiptIssuer extends ReceiptParties {
  /** The `kid` of the key pair. */
  keyId: string;
  /** The Ed25519 key that signs. */
  privateKey: KeyObject;
  publicKey: KeyObject;
}

/**
 * Makes an issuer for tests, with a new key. Anyone with the key can make a receipt for any payment. Its id begins with
 * `sandbox-`, which `loadKeySet` refuses, so that no such key gets into a live deployment.
 */
export function makeTestIssuer(parties: ReceiptParties): ReceiptIssuer {
  const keyId = `${sandboxKey}${randomBytes(8).toString('hex')}`;
  return { ...parties, keyId, ...generateKeyPairSync('ed25519') };
}

/** Signs a receipt as a web receipt, a compact JWS. `issuedAt` is in milliseconds since 1970. */
export function signReceipt(receipt: Receipt, issuer: Omit<ReceiptIssuer, 'publicKey'>, issuedAt: number): Promise<string> {
  return sign(claimsOfReceipt(receipt, issuer, issuedAt), issuer);
}

/**
 * Signs the receipt of this issuer again with a time one second later, so that its bytes differ; undefined for any other text.
 */
export async function signAgain(webReceipt: string, issuer: ReceiptIssuer): Promise<string | undefined> {
  try {
    const { payload } = await compactVerify(webReceipt, issuer.publicKey, { algorithms: [receiptAlgorithm] });
    const claims = JSON.parse(new TextDecoder().decode(payload));
    return await sign({ ...claims, iat: claims.iat + 1 }, issuer);
  } catch (error) {
    if (error instanceof errors.JOSEError) return undefined;
    throw error;
  }
}

function sign(claims: object, { keyId, privateKey }: Pick<ReceiptIssuer, 'keyId' | 'privateKey'>): Promise<string> {
  return new CompactSign(Buffer.from(JSON.stringify(claims)))
    .setProtectedHeader({ alg: receiptAlgorithm, typ: receiptType, kid: keyId })
    .sign(privateKey);
}
