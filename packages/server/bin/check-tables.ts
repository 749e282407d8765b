/** Prints as JSON what the tables lack after all migrations: columns, statuses. Exit 0 nothing, 1 something. */
import Database from 'better-sqlite3';
import { findOutdatedTables } from '../src/store/find-outdated-tables.ts';
import { migrateDatabase } from '../src/store/migrate-database.ts';
import { findOutdatedSteps } from '../src/store/postgres/find-outdated-steps.ts';

const debts = [
  ...findDebts().map((what) => ({ file: 'packages/server/src/store/migrations.ts', what })),
  ...findOutdatedSteps().map((what) => ({ file: 'packages/server/src/store/postgres/steps.ts', what })),
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
  return findOutdatedTables(db);
}
