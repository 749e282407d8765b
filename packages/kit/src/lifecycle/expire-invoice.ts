import { type Invoice, isTerminal } from './invoice.ts';
import { transitions } from './lifecycle.ts';

/**
 * Returns the invoice as it is at `now` (milliseconds since 1970). An open invoice whose time is over is EXPIRED, and keeps its
 * paid amount and receipt.
 */
export function expireIfDue(invoice: Invoice, now: number): Invoice {
  if (now < invoice.expiresAt || isTerminal(invoice)) return invoice;
  return { ...invoice, status: transitions[invoice.status]['expiry-due'].to, sequence: invoice.sequence + 1 };
}
