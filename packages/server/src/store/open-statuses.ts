import { finalStatuses, statuses } from '@payment-invoice/generated';

const finals: readonly string[] = finalStatuses;

/** The statuses in which an invoice can still expire, as a list in SQL. */
export const openStatuses = listOf(statuses.filter((status) => !finals.includes(status)));

/** Every status, as a list in SQL. */
export const allStatuses = listOf(statuses);

function listOf(names: readonly string[]): string {
  return names.map((name) => `'${name}'`).join(', ');
}
