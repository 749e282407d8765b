import { ProblemError } from '@payment-invoice/stubs';
import { StoreUnavailableError } from '../store/store-unavailable-error.ts';

/** Returns the problem for an error of this server; undefined for a bug. */
export function problemOfError(error: unknown): ProblemError | undefined {
  if (!(error instanceof StoreUnavailableError)) return undefined;
  return new ProblemError('service_unavailable', 'The service cannot reach its store; nothing was changed. Try again later.', {
    headers: { 'Retry-After': '5' },
    cause: error,
  });
}
