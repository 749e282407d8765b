import { makeSecret, openSecret, sealSecret } from '@payment-invoice/kit/callbacks';
import { makeId, type RandomBytes } from '@payment-invoice/kit/ids';
import { allScopes, hashToken } from '@payment-invoice/kit/tokens';
import { checkSecrets, giveSecret } from '../callbacks/callback-key.ts';
import type { Store } from '../store/store.ts';
import type { SandboxIdentity } from './sandbox-identity.ts';

/**
 * The accounts that every sandbox has: the account of the demo token, and a second account that must not see the first
 * one's invoices.
 */
const sandboxAccounts = { token: 'acc_sandbox', otherToken: 'acc_sandbox_other' } as const;

/** The accounts' names, which payers see. */
const names = { token: 'Demo Shop', otherToken: 'Other Shop' } as const;

/** Makes the sandbox's accounts and stores their tokens. Accounts and tokens that exist already stay as they are. */
export async function prepareSandboxAccounts(
  store: Store,
  identity: SandboxIdentity,
  now: number,
  randomBytes: RandomBytes,
): Promise<void> {
  for (const [name, accountId] of Object.entries(sandboxAccounts) as ['token' | 'otherToken', string][]) {
    await store.createAccount({ id: accountId, mode: 'test', name: names[name], createdAt: now });
    const token = { accountId, scopes: allScopes, label: 'sandbox', createdAt: now, expiresAt: null, revokedAt: null };
    await store.saveToken({ ...token, id: makeId('tok', now, randomBytes) }, hashToken(identity[name]));
  }
}

export interface SandboxSecrets {
  /** The key that seals callback secrets. */
  key: Buffer;
  /** The newest secret of the demo account, which every start prints. */
  callbackSecret: string;
}

/**
 * Makes sure that the sandbox's accounts have callback secrets. Without a key in the settings, the sandbox's own key
 * seals them. Secrets that this own key cannot open are then replaced, just as the token is replaced after
 * `sandbox.json` was deleted.
 * @throws StartError when the key in the settings is not the one that sealed the secrets
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
    // When several servers start at once, all use the secret of the first.
    const first = { id: makeId('sec', now, randomBytes), sealed: sealSecret(made, accountId, key, randomBytes), createdAt: now };
    const secret = openSecret((await store.keepFirstSecret(accountId, first)).sealed, accountId, key);
    // A secret that cannot be opened cannot sign, so the new one has no overlap with it.
    return secret ?? giveSecret(store, accountId, key, now, randomBytes, 0);
  };
  await secretOf(sandboxAccounts.otherToken);
  return { key, callbackSecret: await secretOf(sandboxAccounts.token) };
}
