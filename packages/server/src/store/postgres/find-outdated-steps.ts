import { allStatuses, columnNames, openStatuses } from '../invoice-row.ts';
import { steps } from './steps.ts';

/**
 * Compares the tables, after all steps, with what the code and the contract need. Returns a sentence for each
 * difference that says what to add. Without this check, a server would respond with 500 to the first invoice that needs
 * the missing part.
 */
export function findOutdatedSteps(sql = steps.map((step) => step.sql).join('\n')): string[] {
  const missing = columnNames.filter((column) => !new RegExp(`^ +${column} |ADD COLUMN ${column} `, 'm').test(sql));
  return [
    ...missing.map((column) => `The table invoices has no column ${column}: ALTER TABLE invoices ADD COLUMN ${column} …`),
    ...(lastOf(sql, /CHECK \(status IN \(([^()]+)\)/g) === allStatuses
      ? []
      : [
          `The CHECK of invoices.status has other values than the contract: drop it, and ADD CHECK (status IN (${allStatuses})).`,
        ]),
    ...(lastOf(sql, /ON invoices \(expires_at\) WHERE status IN \(([^()]+)\)/g) === openStatuses
      ? []
      : [
          `The index open_invoices_by_expiry is for other statuses than those that are open: make it anew WHERE status IN (${openStatuses}).`,
        ]),
  ];
}

function lastOf(sql: string, pattern: RegExp): string | undefined {
  return [...sql.matchAll(pattern)].at(-1)?.[1];
}
