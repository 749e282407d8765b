import { PaymentApiError } from './payment-api-error.ts';

/** The answer was not this API's: a web page from a gateway, a redirect, an empty or non-JSON success, JSON that is no invoice. */
export class UnexpectedAnswerError extends PaymentApiError {
  override name = 'UnexpectedAnswerError';
}
