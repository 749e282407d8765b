import type { KeyObject } from 'node:crypto';
import {
  createHttpVerifier,
  createJwsVerifier,
  followKeySet,
  KeySetError,
  type ReceiptParties,
  type ReceiptVerifier,
} from '@payment-invoice/kit/receipts';
import type { Logger } from 'pino';
import { StartError } from '../errors/start-error.ts';
import type { ReceiptSource } from '../settings/server-settings.ts';

/** The key that signs a sandbox's own receipts, with the issuer and the audience that those receipts name. */
interface SandboxKey extends ReceiptParties {
  keyId: string;
  publicKey: KeyObject;
}

/**
 * Makes the verifier that the settings ask for, or the one for a sandbox's own receipts.
 * @param audience the base URL that receipts must be made for
 * @throws StartError when the keys cannot be used, or the settings name no way to verify
 */
export function chooseVerifier(
  source: ReceiptSource | undefined,
  identity: SandboxKey | undefined,
  { audience, logger }: { audience: string; logger: Logger },
): ReceiptVerifier {
  if (source && 'url' in source) {
    return createHttpVerifier({ ...source, onFailure: (what) => logger.warn({ what }, 'the receipt verifier is unavailable') });
  }
  if (source) return createJwsVerifier(followKeys(source.keys, logger), { issuer: source.issuer, audience });
  if (!identity) throw new StartError('No way to verify receipts is set: set RECEIPT_KEYS or RECEIPT_VERIFIER_URL.');
  return createJwsVerifier(new Map([[identity.keyId, identity.publicKey]]), identity);
}

function followKeys(file: string, logger: Logger): () => ReadonlyMap<string, KeyObject> {
  try {
    return followKeySet(file, logger);
  } catch (error) {
    if (!(error instanceof KeySetError)) throw error;
    const cure = 'Set RECEIPT_KEYS to a JWK Set of public Ed25519 keys.';
    throw new StartError(`The receipt keys ${file} cannot be used: ${error.why}. ${cure}`, { cause: error });
  }
}
