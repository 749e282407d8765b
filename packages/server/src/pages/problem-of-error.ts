import { ProblemError } from '@payment-invoice/stubs';
import { StoreUnavailableError } from '../store/store-unavailable-error.ts';

/** Returns the problem for an error of this server; undefined when the error is a bug. */
export function problemOfError(error: unknown): ProblemError | undefined {
  if (!(error instanceof StoreUnavailableError)) return undefined;
  const detail = error.mayBeDone
    ? 'The service lost its store under the request, which may have taken effect. Send the same request again later, a create with the same Idempotency-Key.'
    : 'The service cannot reach its store; nothing was changed. Try again later.';
  return new ProblemError('service_unavailable', detail, { headers: { 'Retry-After': '5' }, cause: error });
}
