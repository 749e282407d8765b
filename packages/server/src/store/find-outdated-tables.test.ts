import Database from 'better-sqlite3';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { findOutdatedTables } from './find-outdated-tables.ts';
import { migrateDatabase } from './migrations.ts';

let db: Database.Database;
beforeEach(() => {
  db = new Database(':memory:');
  migrateDatabase(db);
});
afterEach(() => db.close());

test('the migrations make the tables that the code needs', () => expect(findOutdatedTables(db)).toEqual([]));

test.each([
  ['a column that is missing', 'ALTER TABLE invoices DROP COLUMN return_url', 'The table invoices has no column return_url'],
  ['a column that nothing fills', 'ALTER TABLE invoices ADD COLUMN reference TEXT', 'Nothing fills the column reference'],
  ['a status that is not counted', "DELETE FROM invoice_counts WHERE status = 'FAILED'", 'that are FAILED are not counted'],
  [
    'an index for other statuses',
    "DROP INDEX open_invoices_by_expiry; CREATE INDEX open_invoices_by_expiry ON invoices (expires_at) WHERE status IN ('PENDING')",
    "recreate it WHERE status IN ('PENDING', 'UNDER_PAID').",
  ],
  [
    'a status that the table refuses',
    `PRAGMA writable_schema = ON; UPDATE sqlite_schema SET sql = replace(sql, ', ''EXPIRED''', '') WHERE name = 'invoices'`,
    'The CHECK of invoices.status has other values than the contract',
  ],
])('names %s', (_, sql, says) => {
  db.unsafeMode();
  db.exec(sql);
  expect(findOutdatedTables(db)).toEqual([expect.stringContaining(says)]);
});
