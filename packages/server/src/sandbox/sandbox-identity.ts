import { createPrivateKey, createPublicKey, generateKeyPairSync, hkdfSync, type JsonWebKey, type KeyObject } from 'node:crypto';
import { makeSecret, openSecret, sealSecret } from '@payment-invoice/kit/callbacks';
import { makeId, type RandomBytes } from '@payment-invoice/kit/ids';
import { type ReceiptParties, sandboxKey } from '@payment-invoice/kit/receipts';
import { allScopes, hashToken, isToken, makeToken } from '@payment-invoice/kit/tokens';
import { checkSecrets, giveSecret } from '../callbacks/callback-key.ts';
import { StartError } from '../errors/start-error.ts';
import type { SharedStore, Store } from '../store/store.ts';

/** The identity of a sandbox, which stays the same after a restart. */
export interface SandboxIdentity extends ReceiptParties {
  /** The demo token. It is stored in plain text, because it is printed at every start. */
  token: string;
  /** The token of a second account, to test that accounts are kept apart. It is derived from the private key and not stored. */
  otherToken: string;
  /** The key that seals callback secrets. It is also derived from the private key. */
  callbackKey: Buffer;
  keyId: string;
  privateKey: KeyObject;
  publicKey: KeyObject;
}

/**
 * Reads the identity from the store, or makes one. With SQLite, it is stored in the file `sandbox.json` in the data directory. It
 * includes the audience of the sandbox's receipts. A live deployment uses its base URL as the audience, but a sandbox with PORT=0
 * has a different URL at each start, and earlier receipts would become invalid.
 * @throws StartError if the identity is damaged or cannot be stored
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
    const why = `${(error as Error).message}. Check its permissions, or set DATA_DIR`;
    throw new StartError(`${name} cannot be read or written: ${why}.`, { cause: error });
  }
  try {
    return parse(text);
  } catch {
    const cure = store.isShared ? 'empty it (UPDATE server_info SET identity = NULL)' : 'delete it';
    // The message omits the original error's text, which may quote the key.
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
  const parties = { audience: `urn:payment-invoice:sandbox:${name}`, issuer: `urn:payment-invoice:sandbox-rail:${name}` };
  const content = { token: makeToken(randomBytes), keyId: `${sandboxKey}${name}`, key, ...parties };
  return `${JSON.stringify(content, null, 2)}\n`;
}

/** The accounts of every sandbox: the demo account, and a second account, which cannot see the demo account's invoices. */
const sandboxAccounts = {
  token: { id: 'acc_sandbox', name: 'Demo Shop' },
  otherToken: { id: 'acc_sandbox_other', name: 'Other Shop' },
} as const;

/** Creates the sandbox's accounts and stores their tokens. Does not change existing accounts and tokens. */
export async function prepareSandboxAccounts(store: Store, identity: SandboxIdentity, now: number, randomBytes: RandomBytes) {
  for (const key of ['token', 'otherToken'] as const) {
    const account = sandboxAccounts[key];
    await store.createAccount({ ...account, mode: 'test', createdAt: now });
    const token = { id: makeId('tok', now, randomBytes), accountId: account.id, scopes: allScopes, label: 'sandbox' };
    await store.saveToken({ ...token, createdAt: now, expiresAt: null, revokedAt: null }, hashToken(identity[key]));
  }
}

/**
 * Ensures that the sandbox's accounts have callback secrets. Returns the demo account's newest secret, which every start prints,
 * and the key that seals secrets: the key in the settings or else the sandbox's own. Replaces secrets that the sandbox's own key
 * cannot open: after `sandbox.json` was deleted, the sandbox has new secrets as well as a new token.
 * @throws StartError if the secrets were sealed with a key other than the one in the settings
 */
export async function prepareSandboxSecrets(
  store: Store,
  identity: SandboxIdentity,
  setting: Buffer | undefined,
  now: number,
  randomBytes: RandomBytes,
): Promise<{ key: Buffer; callbackSecret: string }> {
  const key = setting ?? identity.callbackKey;
  if (setting) await checkSecrets(store, setting, now);
  const secretOf = async (accountId: string): Promise<string> => {
    const made = makeSecret(randomBytes);
    // If several servers start at the same time, all of them use the secret of the first server.
    const first = { id: makeId('sec', now, randomBytes), sealed: sealSecret(made, accountId, key, randomBytes), createdAt: now };
    const secret = openSecret((await store.keepFirstSecret(accountId, first)).sealed, accountId, key);
    // A secret that cannot be opened cannot sign callbacks. So the new secret replaces it without an overlap.
    return secret ?? giveSecret(store, accountId, key, now, randomBytes, 0);
  };
  await secretOf(sandboxAccounts.otherToken.id);
  return { key, callbackSecret: await secretOf(sandboxAccounts.token.id) };
}
