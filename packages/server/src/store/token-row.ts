import type { Scope } from '@payment-invoice/kit/tokens';
import type { StoredToken } from './account-store.ts';

/** A token as both databases store it, with its scopes in one text separated by spaces. */
export type TokenRow = Omit<StoredToken, 'scopes'> & { scopes: string };

/** Converts a row to a token. */
export function tokenOfRow({ id, accountId, scopes, label, createdAt, expiresAt, revokedAt }: TokenRow): StoredToken {
  return { id, accountId, scopes: scopes.split(' ') as Scope[], label, createdAt, expiresAt, revokedAt };
}
