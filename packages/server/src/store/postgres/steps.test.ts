import { expect, test } from 'vitest';
import { findOutdatedSteps, steps } from './steps.ts';

const sql = steps.map((step) => step.sql).join('\n');

test('the migrations make the tables that the code needs', () => expect(findOutdatedSteps()).toEqual([]));

test.each([
  ['a column', sql.replace('return_url text', 'other_url text'), /no column return_url: ALTER TABLE invoices ADD COLUMN/],
  ['a status', sql.replaceAll(", 'EXPIRED'", ''), /CHECK of invoices.status has other values than the contract: .*'EXPIRED'/],
  [
    'an open status',
    sql.replace("WHERE status IN ('PENDING', ", 'WHERE status IN ('),
    /open_invoices_by_expiry covers other statuses than the open ones: .*'PENDING'/,
  ],
])('%s that is missing is reported', (_, outdated, sentence) => expect(findOutdatedSteps(outdated).join()).toMatch(sentence));

test('a column that a later migration adds counts', () => {
  const later = `${sql.replace('return_url text', 'other_url text')} ALTER TABLE invoices ADD COLUMN return_url text;`;
  expect(findOutdatedSteps(later)).toEqual([]);
});
