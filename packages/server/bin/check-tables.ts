/**
 * Prints as JSON what the tables lack after all migrations: columns, statuses, and for scopes that are gone, which are named as
 * arguments, what takes them from tokens. Exit 0 nothing, 1 something.
 */
import Database from 'better-sqlite3';
import { findOutdatedTables } from '../src/store/find-outdated-tables.ts';
import { findOutdatedScopes, findOutdatedTokens } from '../src/store/find-outdated-tokens.ts';
import { migrateDatabase } from '../src/store/migrate-database.ts';
import { findOutdatedSteps } from '../src/store/postgres/find-outdated-steps.ts';

const gone = process.argv.slice(2);
const debts = [
  ...findDebts().map((what) => ({ file: 'packages/server/src/store/migrations.ts', what })),
  ...[...findOutdatedSteps(), ...findOutdatedScopes(gone)].map((what) => ({
    file: 'packages/server/src/store/postgres/steps.ts',
    what,
  })),
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
