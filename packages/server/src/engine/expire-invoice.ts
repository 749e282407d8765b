import { type Invoice, isTerminal } from './invoice.ts';
import { TRANSITIONS } from './lifecycle.ts';

/** The invoice as it is at a moment (milliseconds since 1970): an open one whose time is over is EXPIRED; paid amount and receipt stay. */
export function expireIfDue(invoice: Invoice, now: number): Invoice {
  if (now < invoice.expiresAt || isTerminal(invoice)) return invoice;
  return { ...invoice, status: TRANSITIONS[invoice.status]['expiry-due'].to, sequence: invoice.sequence + 1 };
}
