/**
 * Prints, as JSON, what the migrations still have to change: missing columns and statuses, and stored tokens with removed
 * scopes. The arguments are the removed scopes. Exits with 0 if nothing is wrong, otherwise with 1.
 */
import Database from 'better-sqlite3';
import { findOutdatedTables } from '../src/store/find-outdated-tables.ts';
import { findOutdatedScopes, findOutdatedTokens } from '../src/store/find-outdated-tokens.ts';
import { migrateDatabase } from '../src/store/migrations.ts';
import { findOutdatedSteps } from '../src/store/postgres/steps.ts';

const gone = process.argv.slice(2);
const store = 'packages/server/src/store';
const debts = [
  ...findDebts().map((what) => ({ file: `${store}/migrations.ts`, what })),
  ...[...findOutdatedSteps(), ...findOutdatedScopes(gone)].map((what) => ({ file: `${store}/postgres/steps.ts`, what })),
];
process.stdout.write(`${JSON.stringify(debts)}\n`);
process.exitCode = debts.length > 0 ? 1 : 0;

function findDebts(): string[] {
  const db = new Database(':memory:');
  try {
    migrateDatabase(db);
  } catch (error) {
    return [`The migrations do not run: ${(error as Error).message}. Correct the last one.`];
  }
  return [...findOutdatedTables(db), ...findOutdatedTokens(gone)];
}
