import { PaymentApiError } from './payment-api-error.ts';

/** The answer was not this API's: a web page from a gateway, a redirect, an empty or non-JSON success, JSON that is no invoice, or another one. */
export class UnexpectedAnswerError extends PaymentApiError {
  override readonly name = 'UnexpectedAnswerError';
  /** Whether the answer says that it is JSON and is none: it was cut off on its way. */
  declare isCutOff?: boolean;
}
