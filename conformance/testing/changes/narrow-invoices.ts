import type { ChangeContract } from './change-contract.ts';

/** Allows only digits and consonants in a note, and lets an invoice live up to seven days instead of one. */
export const narrowInvoices: ChangeContract = ({ components: { schemas } }) => {
  const { note, expiresAt } = schemas.PaymentInvoice.properties;
  note.pattern = '^[0-9BCDFGHJKMNPQRSTVWXYZ]{5}-[0-9BCDFGHJKMNPQRSTVWXYZ]{5}$';
  note.examples = ['7QK2M-X9D4T'];
  expiresAt['x-lifetime'] = { default: 604_800, longest: 604_800 };
};
