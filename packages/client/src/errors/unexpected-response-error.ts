import { PaymentApiError } from './payment-api-error.ts';

/**
 * The response was not this API's: a web page from a gateway, a redirect, an empty or non-JSON success, JSON that is not an
 * invoice, or an invoice that does not fit the request.
 */
export class UnexpectedResponseError extends PaymentApiError {
  override readonly name = 'UnexpectedResponseError';
  declare readonly status: number;
  declare readonly code: undefined;
  /** True when the response claims to be JSON but does not parse, because it was cut off on its way. */
  declare readonly isCutOff?: boolean;
}
