import { generateKeyPairSync, type KeyObject, randomBytes } from 'node:crypto';
import * as errors from 'jose/errors';
import { CompactSign } from 'jose/jws/compact/sign';
import { compactVerify } from 'jose/jws/compact/verify';
import type { Receipt } from '../lifecycle/receipt.ts';
import { sandboxKey } from './load-key-set.ts';
import { claimsOfReceipt, type ReceiptParties, receiptOfClaims } from './receipt-claims.ts';
import type { ReceiptVerifier } from './receipt-verifier.ts';

/** The `typ` header of a receipt. It keeps other JWSs signed by the issuer from being accepted as receipts (RFC 8725 §3.11). */
export const receiptType = 'web-receipt+jwt';

/** The only accepted algorithm, by its fully-specified name (RFC 9864). */
export const receiptAlgorithm = 'Ed25519';

/** Matches the one accepted encoding of a 64-byte signature. If others were accepted, a repeated receipt could look new. */
const signature = /\.[\w-]{85}[AQgw]$/;

/**
 * Makes the default verifier. It accepts a compact JWS that is signed with Ed25519 by one of the given keys; the header's `kid`
 * selects the key. It rejects any header that refers to another key or to an extension (jku, jwk, x5u, crit …), so it never
 * fetches a key or takes one from the receipt.
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
        // SyntaxError and TypeError mean that the payload is not valid JSON or not valid UTF-8.
        if (error instanceof errors.JOSEError || error instanceof SyntaxError || error instanceof TypeError) return 'invalid';
        throw error;
      }
    },
  };
}

/** The issuer of receipts: its keys, its name (`iss`), and the deployment that accepts its receipts (`aud`). */
export interface ReceiptIssuer extends ReceiptParties {
  /** The id of the key pair, as in the header `kid`. */
  keyId: string;
  /** The private Ed25519 key, which signs receipts. */
  privateKey: KeyObject;
  publicKey: KeyObject;
}

/**
 * Makes an issuer with a new key, for tests. Anyone who has the key can make a receipt for any payment. So the key's id begins
 * with `sandbox-`, and `loadKeySet` rejects such ids, which keeps the key out of live deployments.
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

/** Signs a receipt of this issuer again, dated a second later; undefined if the text is not such a receipt. */
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
