import { finalStatuses, statuses } from '@payment-invoice/generated';

const finals: readonly string[] = finalStatuses;

/** The statuses of invoices that can still expire, as SQL lists them. */
export const openStatuses = listOf(statuses.filter((status) => !finals.includes(status)));

/** Every status, as SQL lists them. */
export const allStatuses = listOf(statuses);

function listOf(names: readonly string[]): string {
  return names.map((name) => `'${name}'`).join(', ');
}
