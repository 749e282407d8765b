import { makeId, type RandomBytes } from '@payment-invoice/kit/ids';
import { allScopes, hashToken } from '@payment-invoice/kit/tokens';
import type { Store } from '../store/store.ts';
import type { SandboxIdentity } from './sandbox-identity.ts';

/** The accounts that every sandbox has: the account of the demo token, and a second one that must not see its invoices. */
export const sandboxAccounts = { token: 'acc_sandbox', otherToken: 'acc_sandbox_other' } as const;

/** The accounts' names, which payers see. */
const names = { token: 'Demo Shop', otherToken: 'Other Shop' } as const;

/** Makes the sandbox's accounts and stores their tokens. What exists already stays as it is. */
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
