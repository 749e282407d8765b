import { ProblemError } from '@payment-invoice/stubs';

/**
 * Makes the problem for an unknown invoice and for another account's (D-14). One function makes both, so that the two cannot
 * differ.
 */
export function invoiceNotFound(): ProblemError {
  return new ProblemError(
    'invoice_not_found',
    'No invoice of this account has the id that was sent. Check the id that create returned.',
  );
}
