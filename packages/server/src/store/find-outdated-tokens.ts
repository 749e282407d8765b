import Database from 'better-sqlite3';
import { migrateDatabase, migrations } from './migrations.ts';
import { steps as ofPostgres } from './postgres/steps.ts';

/** The version of the SQLite file in which tokens first had scopes. */
const withScopes = 2;

/**
 * Stores a token for each scope that was removed from the contract, and runs the migrations. Returns a sentence for each scope
 * that its token still has afterwards, because the server would reject such a token, which an earlier release accepted.
 */
export function findOutdatedTokens(gone: readonly string[], steps = migrations): string[] {
  return gone.filter((scope) => isHeld(scope, steps)).map(describeHeld);
}

/** Returns a sentence for each scope that was removed from the contract and that no migration of PostgreSQL mentions. */
export function findOutdatedScopes(gone: readonly string[], sql = ofPostgres.map((step) => step.sql).join('\n')): string[] {
  return gone.filter((scope) => !sql.includes(scope)).map(describeHeld);
}

function describeHeld(scope: string): string {
  return `Stored tokens hold the scope ${scope}, which the contract has no more. Add a step that gives them another: UPDATE tokens SET scopes = trim(replace(' ' || scopes || ' ', ' ${scope} ', ' <the new one> ')).`;
}

function isHeld(scope: string, steps: readonly string[]): boolean {
  const db = new Database(':memory:');
  try {
    migrateDatabase(db, steps.slice(0, withScopes));
    db.exec("INSERT INTO accounts (id) VALUES ('acc_1')");
    const insert = db.prepare("INSERT INTO tokens (hash, id, account_id, scopes, created_at) VALUES (?, 'tok_1', 'acc_1', ?, 0)");
    insert.run(Buffer.alloc(32), scope);
    migrateDatabase(db, steps);
    const held = db.prepare<[], string>('SELECT scopes FROM tokens').pluck().all();
    return held.some((scopes) => scopes.split(' ').includes(scope));
  } finally {
    db.close();
  }
}
