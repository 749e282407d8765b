import type { FoundToken, Scope } from '@payment-invoice/kit/tokens';
import { type Account, type AccountStore, type SealedSecret, type TokenRow, tokenOfRow } from '../account-store.ts';
import { sql } from './account-statements.ts';
import { createBatcher } from './batcher.ts';
import type { Connections } from './connections.ts';
import { violatedIndex } from './database-error.ts';
import { columnsOf } from './invoice-columns.ts';

type FoundRow = Omit<FoundToken, 'scopes' | 'hash'> & { scopes: string; hash: Buffer };

/** How many times to try a rotation while other servers rotate the same secret. */
const rotations = 10;

/** Makes the store's methods for accounts, tokens and callback secrets. */
export function postgresAccounts(db: Connections): AccountStore {
  const findToken = createBatcher(async (hashes: readonly Buffer[]) => {
    const rows = await db.run<FoundRow>(sql.selectTokensByHash, [hashes]);
    const found = new Map(rows.map((row) => [row.hash.toString('hex'), row]));
    return hashes.map((hash) => found.get(hash.toString('hex')));
  });
  return {
    createAccount: async ({ id, mode, name, createdAt }) =>
      (await db.run(sql.insertAccount, [id, mode, name, createdAt])).length === 1,
    findAccount: async (accountId) => (await db.run<Account>(sql.selectAccount, [accountId]))[0],
    listAccounts: () => db.run<Account>(sql.selectAccounts),
    saveToken: async ({ id, accountId, scopes, label, createdAt, expiresAt, revokedAt }, hash) => {
      await db.run(sql.insertToken, [hash, id, accountId, scopes.join(' '), label, createdAt, expiresAt, revokedAt]);
    },
    findToken: async (hash) => {
      const row = await findToken(hash);
      return row && { ...row, scopes: row.scopes.split(' ') as Scope[] };
    },
    listTokens: async (accountId) => (await db.run<TokenRow>(sql.selectTokens, [accountId ?? null])).map(tokenOfRow),
    revokeToken: async (tokenId, now) => {
      const [row] = await db.run<TokenRow>(sql.revokeToken, [now, tokenId]);
      return row && tokenOfRow(row);
    },
    narrowToken: async (tokenId, scopes) => {
      await db.run(sql.narrowToken, [scopes.join(' '), tokenId]);
    },
    keepFirstSecret: async (accountId, { id, sealed, createdAt }) => {
      await db.run(sql.insertFirstSecret, [id, accountId, sealed, createdAt]);
      const [newest] = await db.run<SealedSecret>(sql.selectSecrets, [accountId, createdAt]);
      return newest ?? { id, sealed, createdAt, endsAt: null };
    },
    rotateSecret: async (accountId, { id, sealed, createdAt }, overlap) => {
      for (let time = 1; ; time++) {
        try {
          await db.run(sql.rotateSecret, [accountId, id, sealed, createdAt, createdAt + overlap]);
          return;
        } catch (error) {
          // Another server has just rotated the secret, so this one tries again.
          if (violatedIndex(error) !== 'callback_secrets_newest' || time === rotations) throw error;
        }
      }
    },
    keepKeyProof: async (proof) => {
      await db.run(sql.insertProof, [proof]);
      const [kept] = await db.run<{ proof: Buffer }>(sql.selectProof);
      return kept?.proof ?? proof;
    },
    replaceSecrets: async (secrets, proof) => {
      const rows = secrets.map(({ id, accountId, sealed, createdAt, endsAt }) => [id, accountId, sealed, createdAt, endsAt]);
      await db.run(sql.replaceSecrets, [...columnsOf(rows, 5), proof]);
    },
    readSecrets: (accountId, now) => db.run<SealedSecret>(sql.selectSecrets, [accountId, now]),
  };
}
