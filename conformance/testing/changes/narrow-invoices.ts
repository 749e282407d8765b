import type { ChangeContract } from './change-contract.ts';

/**
 * Narrows what an invoice may be: a note of digits and letters without vowels, and a lifetime of at most seven days in
 * place of one day.
 */
export const narrowInvoices: ChangeContract = ({ components: { schemas } }) => {
  const { note, expiresAt } = schemas.PaymentInvoice.properties;
  note.pattern = '^[0-9BCDFGHJKMNPQRSTVWXYZ]{5}-[0-9BCDFGHJKMNPQRSTVWXYZ]{5}$';
  note.examples = ['7QK2M-X9D4T'];
  expiresAt['x-lifetime'] = { default: 604_800, longest: 604_800 };
};
