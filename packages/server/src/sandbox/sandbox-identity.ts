import { createPrivateKey, createPublicKey, generateKeyPairSync, hkdfSync, type JsonWebKey, type KeyObject } from 'node:crypto';
import type { RandomBytes } from '@payment-invoice/kit/ids';
import { type ReceiptParties, sandboxKey } from '@payment-invoice/kit/receipts';
import { isToken, makeToken } from '@payment-invoice/kit/tokens';
import { StartError } from '../errors/start-error.ts';
import type { SharedStore } from '../store/store.ts';

/** The identity that a sandbox keeps across restarts. */
export interface SandboxIdentity extends ReceiptParties {
  /** The demo token, kept in plain text because every start prints it. */
  token: string;
  /**
   * The token of a second account, with which clients can test that accounts are kept apart. It is derived from the key, so that
   * it need not be stored.
   */
  otherToken: string;
  /** The key that seals callback secrets, also derived from the key. */
  callbackKey: Buffer;
  keyId: string;
  privateKey: KeyObject;
  publicKey: KeyObject;
}

/**
 * Reads the identity from the store, or makes one. On SQLite it is the file `sandbox.json` in the data directory.
 * Receipts name an audience that is made once and stored with the identity. A live deployment names its base URL
 * instead; a sandbox with PORT=0 gets another URL at each start, which would make earlier receipts invalid.
 * @throws StartError when the identity is damaged or cannot be written
 */
export async function loadSandboxIdentity(
  store: Pick<SharedStore, 'place' | 'isShared' | 'readIdentity' | 'keepIdentity'>,
  randomBytes: RandomBytes,
): Promise<SandboxIdentity> {
  const name = store.isShared ? `The sandbox's identity in the database ${store.place}` : `${store.place}/sandbox.json`;
  let text: string;
  try {
    text = (await store.readIdentity()) ?? (await store.keepIdentity(makeIdentity(randomBytes)));
  } catch (error) {
    throw new StartError(
      `${name} cannot be read or written: ${(error as Error).message}. Check its permissions, or set DATA_DIR.`,
      { cause: error },
    );
  }
  try {
    return parse(text);
  } catch {
    const cure = store.isShared ? 'empty it (UPDATE server_info SET identity = NULL)' : 'delete it';
    // The error's message is not repeated, because it may quote the key.
    throw new StartError(
      `${name} is damaged. Restore it, or ${cure} for a new demo token and key: invoices are kept, receipts not yet submitted become invalid.`,
    );
  }
}

function parse(text: string): SandboxIdentity {
  const { token, keyId, key, audience, issuer } = JSON.parse(text);
  for (const value of [token, keyId, audience, issuer])
    if (typeof value !== 'string' || value === '') throw new Error('field missing');
  const privateKey = createPrivateKey({ key, format: 'jwk' });
  if (!isToken(token) || privateKey.asymmetricKeyType !== 'ed25519') throw new Error('not a token or not a key');
  const derive = (purpose: string, length: number) => Buffer.from(hkdfSync('sha256', key.d, '', purpose, length));
  const otherToken = makeToken((length) => derive('token of the second account', length));
  const callbackKey = derive('key that seals callback secrets', 32);
  return { token, otherToken, callbackKey, keyId, audience, issuer, privateKey, publicKey: createPublicKey(privateKey) };
}

function makeIdentity(randomBytes: RandomBytes): string {
  const key: JsonWebKey = generateKeyPairSync('ed25519').privateKey.export({ format: 'jwk' });
  const name = randomBytes(8).toString('hex');
  const content = {
    token: makeToken(randomBytes),
    keyId: `${sandboxKey}${name}`,
    key,
    audience: `urn:payment-invoice:sandbox:${name}`,
    issuer: `urn:payment-invoice:sandbox-rail:${name}`,
  };
  return `${JSON.stringify(content, null, 2)}\n`;
}
