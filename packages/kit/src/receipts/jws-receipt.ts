import { generateKeyPairSync, type KeyObject, randomBytes } from 'node:crypto';
import * as errors from 'jose/errors';
import { CompactSign } from 'jose/jws/compact/sign';
import { compactVerify } from 'jose/jws/compact/verify';
import type { Receipt } from '../lifecycle/receipt.ts';
import { sandboxKey } from './load-key-set.ts';
import { claimsOfReceipt, type ReceiptParties, receiptOfClaims } from './receipt-claims.ts';
import type { ReceiptVerifier } from './receipt-verifier.ts';

/**
 * The `typ` of a receipt. It keeps any other JWS that was signed with the same key from passing as a receipt (RFC 8725 §3.11).
 */
export const receiptType = 'web-receipt+jwt';

/** The only accepted algorithm, by its fully specified name (RFC 9864). */
export const receiptAlgorithm = 'Ed25519';

/**
 * Matches the only accepted spelling of a 64-byte signature. Decoders skip white space, padding and left-over bits, so
 * they accept other spellings, and a counted receipt in another spelling would pass as a different one.
 */
const signature = /\.[\w-]{85}[AQgw]$/;

/**
 * Makes the default verifier. It accepts compact JWS with Ed25519, and the header's `kid` chooses one of the given
 * keys. It refuses a header that names another source of keys or an extension (jku, jwk, x5u, crit …), so nothing is
 * fetched, and no key comes from the receipt.
 */
export function createJwsVerifier(
  keys: ReadonlyMap<string, KeyObject> | (() => ReadonlyMap<string, KeyObject>),
  parties: ReceiptParties,
): ReceiptVerifier {
  return {
    async verify(webReceipt, { now }) {
      if (!signature.test(webReceipt)) return 'invalid';
      try {
        const { payload } = await compactVerify(
          webReceipt,
          ({ kid, typ, alg: _alg, ...others }) => {
            const known = typeof keys === 'function' ? keys() : keys;
            const key = kid === undefined ? undefined : known.get(kid);
            if (!key || typ !== receiptType || Object.keys(others).length > 0) throw new errors.JWSInvalid('unexpected header');
            return key;
          },
          { algorithms: [receiptAlgorithm] },
        );
        const claims: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(payload));
        if (typeof claims !== 'object' || claims === null) return 'invalid';
        return receiptOfClaims(claims as Record<string, unknown>, parties, now) ?? 'invalid';
      } catch (error) {
        // SyntaxError and TypeError mean that the payload is not JSON or not UTF-8.
        if (error instanceof errors.JOSEError || error instanceof SyntaxError || error instanceof TypeError) return 'invalid';
        throw error;
      }
    },
  };
}

/** The signer of receipts: its key, its name, and the deployment that accepts them. */
export interface ReceiptIssuer extends ReceiptParties {
  /** The `kid` of the keys. */
  keyId: string;
  /** The Ed25519 key that signs. */
  privateKey: KeyObject;
  publicKey: KeyObject;
}

/**
 * Makes an issuer with a new key, for tests. Whoever has the key can make a receipt for any payment. The key's id
 * begins with `sandbox-`, and `loadKeySet` refuses such ids, so the key cannot get into a live deployment.
 */
export function makeTestIssuer(parties: ReceiptParties): ReceiptIssuer {
  const keyId = `${sandboxKey}${randomBytes(8).toString('hex')}`;
  return { ...parties, keyId, ...generateKeyPairSync('ed25519') };
}

/**
 * Signs a receipt. Returns the web receipt, a compact JWS.
 * @param issuedAt in milliseconds since 1970
 */
export function signReceipt(receipt: Receipt, issuer: Omit<ReceiptIssuer, 'publicKey'>, issuedAt: number): Promise<string> {
  return sign(claimsOfReceipt(receipt, issuer, issuedAt), issuer);
}

/** Signs a receipt of this issuer again, dated a second later so that its bytes differ; undefined for any other text. */
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
