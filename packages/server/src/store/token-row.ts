import type { Scope } from '@payment-invoice/kit/tokens';
import type { StoredToken } from './account-store.ts';

/** A token as both databases keep it: the scopes are one text, with a space between. */
export type TokenRow = Omit<StoredToken, 'scopes'> & { scopes: string };

/** Makes a token of its row. */
export function tokenOfRow({ id, accountId, scopes, label, createdAt, expiresAt, revokedAt }: TokenRow): StoredToken {
  return { id, accountId, scopes: scopes.split(' ') as Scope[], label, createdAt, expiresAt, revokedAt };
}
