import { type Invoice, isTerminal } from './invoice.ts';

/** The invoice as it is at a moment (milliseconds since 1970): an open one whose time is over is EXPIRED; paid amount and receipt stay. */
export function expireIfDue(invoice: Invoice, now: number): Invoice {
  return !isTerminal(invoice) && now >= invoice.expiresAt ? { ...invoice, status: 'EXPIRED' } : invoice;
}
