import { ProblemError } from '@payment-invoice/stubs';

/** Makes the problem of an unknown invoice and of another account's (D-14): one place, so that the two cannot differ. */
export function invoiceNotFound(): ProblemError {
  return new ProblemError(
    'invoice_not_found',
    'No invoice of this account has the id that was sent. Check the id that create returned.',
  );
}
