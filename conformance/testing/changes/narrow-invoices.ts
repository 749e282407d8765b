import type { ChangeContract } from './change-contract.ts';

/**
 * Changes the limits of an invoice: its note has only digits and consonants, and its lifetime is at most seven days instead of
 * one day.
 */
export const narrowInvoices: ChangeContract = ({ components: { schemas } }) => {
  const { note, expiresAt } = schemas.PaymentInvoice.properties;
  note.pattern = '^[0-9BCDFGHJKMNPQRSTVWXYZ]{5}-[0-9BCDFGHJKMNPQRSTVWXYZ]{5}$';
  note.examples = ['7QK2M-X9D4T'];
  expiresAt['x-lifetime'] = { default: 604_800, longest: 604_800 };
};
