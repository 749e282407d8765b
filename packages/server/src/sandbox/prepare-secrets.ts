import { makeSecret, openSecret, sealSecret } from '@payment-invoice/kit/callbacks';
import { makeId, type RandomBytes } from '@payment-invoice/kit/ids';
import { giveSecret } from '../callbacks/give-secret.ts';
import { checkSecrets } from '../callbacks/prepare-callback-key.ts';
import type { Store } from '../store/store.ts';
import { sandboxAccounts } from './prepare-accounts.ts';
import type { SandboxIdentity } from './sandbox-identity.ts';

export interface SandboxSecrets {
  /** Seals callback secrets. */
  key: Buffer;
  /** The demo account's newest, which every start prints. */
  callbackSecret: string;
}

/**
 * Sees to it that the sandbox's accounts have a callback secret. Without a key of the settings it is the sandbox's own; secrets
 * that it does not open are then replaced, as after a deleted `sandbox.json` the token is.
 * @throws StartError when the key of the settings is not the one that sealed the secrets
 */
export async function prepareSandboxSecrets(
  store: Store,
  identity: SandboxIdentity,
  setting: Buffer | undefined,
  now: number,
  randomBytes: RandomBytes,
): Promise<SandboxSecrets> {
  const key = setting ?? identity.callbackKey;
  if (setting) await checkSecrets(store, setting, now);
  const secretOf = async (accountId: string): Promise<string> => {
    const made = makeSecret(randomBytes);
    // Of several servers that start at once, one makes the secret of all.
    const first = { id: makeId('sec', now, randomBytes), sealed: sealSecret(made, accountId, key, randomBytes), createdAt: now };
    const secret = openSecret((await store.keepFirstSecret(accountId, first)).sealed, accountId, key);
    // One that does not open cannot sign beside its successor.
    return secret ?? giveSecret(store, accountId, key, now, randomBytes, 0);
  };
  await secretOf(sandboxAccounts.otherToken);
  return { key, callbackSecret: await secretOf(sandboxAccounts.token) };
}
