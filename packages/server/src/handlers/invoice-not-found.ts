import { ProblemError } from '@payment-invoice/stubs';

/** The same for an unknown invoice and for another account's (D-14): one place, so that they cannot differ. */
export function invoiceNotFound(): ProblemError {
  return new ProblemError(
    'invoice_not_found',
    'No invoice of this account has the id that was sent. Check the id that create answered with.',
  );
}
