import type { FoundToken, Mode, Scope } from '@payment-invoice/kit/tokens';
import type { Database } from 'better-sqlite3';
import { type Account, type AccountStore, type SealedSecret, type TokenRow, tokenOfRow } from './account-store.ts';
import type { BeginRead } from './shared-read.ts';
import { translateErrors } from './translate-errors.ts';
import type { WriteQueue } from './write-queue.ts';

/** The maximum number of cached tokens. */
const mostKnown = 1_000;

/**
 * Makes the store's methods for accounts, tokens and callback secrets. A value that is already stored is not written
 * again, so that a server with a full disk can still start and respond to fetches.
 */
export function sqliteAccounts(db: Database, writes: WriteQueue, beginRead: BeginRead): AccountStore {
  const sql = prepare(db);
  /** The cached tokens by hash. All were read at the same version of the file. */
  const known = new Map<string, FoundToken>();
  let version: number | undefined;
  let checkedIn: number | undefined;
  const write = <T>(work: () => T) =>
    writes.run(() => {
      // Clears the cache, because a write by this connection does not change `data_version`.
      known.clear();
      return work();
    });
  const selectToken = (hash: Buffer): FoundToken | undefined => {
    const row = sql.selectToken.get(hash);
    return row && { ...row, scopes: row.scopes.split(' ') as Scope[], hash: Buffer.from(row.hash, 'hex') };
  };
  /** Clears the cache if another process has written to the file. Checks at most once in each turn of the event loop. */
  const forgetOld = () => {
    const turn = beginRead();
    if (checkedIn === turn) return;
    // Reads the version before the token. If another process changes the token in between, the cache is marked with the older
    // version, so the token is read again.
    const found = sql.selectVersion.get();
    if (found !== version || known.size >= mostKnown) known.clear();
    version = found;
    checkedIn = turn;
  };
  const findToken = (hash: Buffer): FoundToken | undefined => {
    forgetOld();
    const name = hash.toString('latin1');
    let token = known.get(name);
    if (token === undefined) {
      token = selectToken(hash);
      // Unknown tokens are not cached, because anyone could fill the cache with them.
      if (token !== undefined) known.set(name, token);
    }
    return token;
  };
  return {
    createAccount: async ({ id, mode, name, createdAt }) => {
      if (translateErrors(() => sql.selectAccount.get(id))) return false;
      return write(() => sql.insertAccount.run(id, mode, name, createdAt).changes === 1);
    },
    findAccount: async (accountId) => translateErrors(() => sql.selectAccount.get(accountId)),
    listAccounts: async () => translateErrors(() => sql.selectAccounts.all()),
    saveToken: async (token, hash) => {
      if (translateErrors(() => sql.selectToken.get(hash))) return;
      const { id, accountId, scopes, label, createdAt, expiresAt, revokedAt } = token;
      await write(() => sql.insertToken.run(hash, id, accountId, scopes.join(' '), label, createdAt, expiresAt, revokedAt));
    },
    findToken: async (hash) => translateErrors(() => findToken(hash)),
    listTokens: async (accountId) => translateErrors(() => sql.selectTokens.all(accountId ?? null)).map(tokenOfRow),
    revokeToken: (tokenId, now) =>
      write(() => {
        sql.revokeToken.run(now, tokenId);
        const row = sql.selectTokenById.get(tokenId);
        return row && tokenOfRow(row);
      }),
    narrowToken: (tokenId, scopes) => write(() => void sql.narrowToken.run(scopes.join(' '), tokenId)),
    keepFirstSecret: async (accountId, { id, sealed, createdAt }) => {
      const find = () => sql.selectSecrets.get(accountId, createdAt);
      return (
        translateErrors(find) ??
        write(() => {
          const newest = find();
          if (!newest) sql.insertSecret.run(id, accountId, sealed, createdAt);
          return newest ?? { id, sealed, createdAt, endsAt: null };
        })
      );
    },
    rotateSecret: (accountId, { id, sealed, createdAt }, overlap) =>
      write(() => {
        sql.deleteEndedSecrets.run(accountId, createdAt);
        sql.endSecret.run(createdAt + overlap, accountId);
        sql.insertSecret.run(id, accountId, sealed, createdAt);
      }),
    keepKeyProof: async (proof) => {
      const find = () => sql.selectProof.get();
      return (
        translateErrors(find) ??
        write(() => {
          sql.insertProof.run(proof);
          return find() ?? proof;
        })
      );
    },
    replaceSecrets: (secrets, proof) =>
      write(() => {
        sql.deleteSecrets.run();
        for (const { id, accountId, sealed, createdAt, endsAt } of secrets)
          sql.keepSecret.run(id, accountId, sealed, createdAt, endsAt);
        sql.replaceProof.run(proof);
      }),
    readSecrets: async (accountId, now) => translateErrors(() => sql.selectSecrets.all(accountId, now)),
  };
}

function prepare(db: Database) {
  const account = 'SELECT id, mode, name, created_at AS createdAt FROM accounts';
  const token =
    't.id, t.account_id AS accountId, t.scopes, t.label, t.created_at AS createdAt, t.expires_at AS expiresAt, t.revoked_at AS revokedAt';
  return {
    insertAccount: db.prepare<[string, Mode, string | null, number]>(
      'INSERT INTO accounts (id, mode, name, created_at) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING',
    ),
    selectAccount: db.prepare<[string], Account>(`${account} WHERE id = ?`),
    selectAccounts: db.prepare<[], Account>(`${account} ORDER BY id`),
    insertToken: db.prepare('INSERT INTO tokens VALUES (?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING'),
    // Selects the hash as text, because a buffer would take as much time in each request as the rest of the row.
    selectToken: db.prepare<[Buffer], Omit<FoundToken, 'hash' | 'scopes'> & { hash: string; scopes: string }>(
      // Uses a subquery, because SQLite would prepare a join again for each new value: its plan may depend on the value (STAT4).
      `SELECT hex(t.hash) AS hash, t.id, (SELECT mode FROM accounts WHERE id = t.account_id) AS mode, t.account_id AS accountId,
        t.scopes, t.expires_at AS expiresAt, t.revoked_at AS revokedAt FROM tokens t WHERE t.hash = ?`,
    ),
    // The version changes when another connection commits.
    selectVersion: db.prepare<[], number>('PRAGMA data_version').pluck(),
    selectTokenById: db.prepare<[string], TokenRow>(`SELECT ${token} FROM tokens t WHERE t.id = ?`),
    selectTokens: db.prepare<[string | null], TokenRow>(`
      SELECT ${token} FROM tokens t WHERE t.account_id = coalesce(?, t.account_id) ORDER BY t.created_at, t.id`),
    revokeToken: db.prepare<[number, string]>('UPDATE tokens SET revoked_at = ? WHERE id = ? AND revoked_at IS NULL'),
    narrowToken: db.prepare<[string, string]>('UPDATE tokens SET scopes = ? WHERE id = ?'),
    insertSecret: db.prepare('INSERT INTO callback_secrets VALUES (?, ?, ?, ?, NULL)'),
    endSecret: db.prepare<[number, string]>('UPDATE callback_secrets SET ends_at = ? WHERE account_id = ? AND ends_at IS NULL'),
    deleteEndedSecrets: db.prepare<[string, number]>('DELETE FROM callback_secrets WHERE account_id = ? AND ends_at <= ?'),
    deleteSecrets: db.prepare<[]>('DELETE FROM callback_secrets'),
    keepSecret: db.prepare<[string, string, Buffer, number, number | null]>(
      'INSERT INTO callback_secrets VALUES (?, ?, ?, ?, ?)',
    ),
    replaceProof: db.prepare<[Buffer]>('INSERT OR REPLACE INTO callback_key VALUES (1, ?)'),
    insertProof: db.prepare<[Buffer]>('INSERT INTO callback_key VALUES (1, ?) ON CONFLICT DO NOTHING'),
    selectProof: db.prepare<[], Buffer>('SELECT proof FROM callback_key').pluck(),
    selectSecrets: db.prepare<[string, number], SealedSecret>(`
      SELECT id, sealed, created_at AS createdAt, ends_at AS endsAt FROM callback_secrets
      WHERE account_id = ? AND (ends_at IS NULL OR ends_at > ?) ORDER BY ends_at IS NOT NULL`),
  };
}
