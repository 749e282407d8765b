import { ProblemError } from '@payment-invoice/stubs';
import { StoreUnavailableError } from '../store/store-unavailable-error.ts';

/** The problem that an error of this server's own is; undefined for a bug. */
export function problemOfError(error: unknown): ProblemError | undefined {
  if (!(error instanceof StoreUnavailableError)) return undefined;
  return new ProblemError('service_unavailable', 'The service cannot reach its store; nothing was changed. Try again later.', {
    headers: { 'Retry-After': '5' },
    cause: error,
  });
}
