import Database from 'better-sqlite3';
import { migrateDatabase, migrations } from './migrations.ts';
import { steps as ofPostgres } from './postgres/steps.ts';

/** The version of the SQLite file that introduced the scopes of tokens. */
const withScopes = 2;

/**
 * Stores a token for each scope that the contract has dropped, and runs the migrations on it. Returns a sentence for
 * each scope that they leave in place: the server would refuse such a token, which it used to accept.
 */
export function findOutdatedTokens(gone: readonly string[], steps = migrations): string[] {
  return gone.filter((scope) => isHeld(scope, steps)).map(describeHeld);
}

/**
 * Searches PostgreSQL's migration steps for the scopes that the contract has dropped. Returns a sentence for each scope
 * that no step names.
 */
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
    db.prepare("INSERT INTO tokens (hash, id, account_id, scopes, created_at) VALUES (?, 'tok_1', 'acc_1', ?, 0)").run(
      Buffer.alloc(32),
      scope,
    );
    migrateDatabase(db, steps);
    const held = db.prepare<[], string>('SELECT scopes FROM tokens').pluck().all();
    return held.some((scopes) => scopes.split(' ').includes(scope));
  } finally {
    db.close();
  }
}
