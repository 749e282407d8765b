import { nameStatements } from './sender.ts';

const account = 'SELECT id, mode, name, created_at AS "createdAt" FROM accounts';
const token =
  'id, account_id AS "accountId", scopes, label, created_at AS "createdAt", expires_at AS "expiresAt", revoked_at AS "revokedAt"';

export const sql = nameStatements({
  insertAccount:
    'INSERT INTO accounts (id, mode, name, created_at) VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING RETURNING 1 AS one',
  selectAccount: `${account} WHERE id = $1`,
  selectAccounts: `${account} ORDER BY id`,
  insertToken: `INSERT INTO tokens (hash, id, account_id, scopes, label, created_at, expires_at, revoked_at)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8) ON CONFLICT DO NOTHING`,
  selectTokensByHash: `SELECT t.hash, t.id, a.mode, t.account_id AS "accountId", t.scopes, t.expires_at AS "expiresAt", t.revoked_at AS "revokedAt"
FROM tokens t JOIN accounts a ON a.id = t.account_id WHERE t.hash = ANY ($1::bytea[])`,
  selectTokens: `SELECT ${token} FROM tokens WHERE $1::text IS NULL OR account_id = $1 ORDER BY created_at, id`,
  revokeToken: `UPDATE tokens SET revoked_at = coalesce(revoked_at, $1) WHERE id = $2 RETURNING ${token}`,
  narrowToken: 'UPDATE tokens SET scopes = $1 WHERE id = $2',
  insertFirstSecret: `INSERT INTO callback_secrets (id, account_id, sealed, created_at) VALUES ($1, $2, $3, $4)
ON CONFLICT (account_id) WHERE ends_at IS NULL DO NOTHING`,
  /** Deletes expired secrets, sets the time at which the current secret expires, and adds a new one. */
  rotateSecret: `WITH forgotten AS (
  DELETE FROM callback_secrets WHERE account_id = $1 AND ends_at <= $4::bigint
), ended AS (
  UPDATE callback_secrets SET ends_at = $5::bigint WHERE account_id = $1 AND ends_at IS NULL RETURNING 1
)
INSERT INTO callback_secrets (id, account_id, sealed, created_at, ends_at)
SELECT $2, $1, $3, $4::bigint, NULL WHERE (SELECT count(*) FROM ended) >= 0`,
  replaceSecrets: `WITH forgotten AS (
  DELETE FROM callback_secrets RETURNING 1
), proven AS (
  INSERT INTO callback_key (id, proof) VALUES (1, $6) ON CONFLICT (id) DO UPDATE SET proof = EXCLUDED.proof
)
INSERT INTO callback_secrets (id, account_id, sealed, created_at, ends_at)
SELECT * FROM unnest($1::text[], $2::text[], $3::bytea[], $4::bigint[], $5::bigint[])
WHERE (SELECT count(*) FROM forgotten) >= 0`,
  insertProof: 'INSERT INTO callback_key (id, proof) VALUES (1, $1) ON CONFLICT DO NOTHING',
  selectProof: 'SELECT proof FROM callback_key',
  selectSecrets: `SELECT id, sealed, created_at AS "createdAt", ends_at AS "endsAt" FROM callback_secrets
WHERE account_id = $1 AND (ends_at IS NULL OR ends_at > $2) ORDER BY ends_at IS NOT NULL, ends_at DESC`,
});
