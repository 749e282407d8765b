import type { ReadResponse } from '../http/read-text.ts';
import type { CheckedOptions } from '../options/read-options.ts';
import type { OperationId, PaymentInvoice } from '../types.ts';
import { errorForResponse, wrongInvoice } from './error-for-response.ts';
import { findContradiction, findInvoiceFlaw, findLoss } from './find-flaw.ts';
import { type Fields, mediaTypeOf, parseJson } from './read-body.ts';

/**
 * Reads the JSON of a success. Any 2xx is a success, because the contract's core fixes no status. Throws the error of every other
 * response.
 */
export function readSuccess(response: ReadResponse): Fields {
  const { status, headers, text } = response;
  const value = status > 199 && status < 300 ? parseJson(text) : null;
  if (value) return value;
  // The response claims to be JSON but does not parse, so it was cut off on its way.
  const isCutOff = value === undefined && mediaTypeOf(headers) === 'application/json';
  throw Object.assign(errorForResponse(response), isCutOff && { isCutOff });
}

/**
 * Reads the invoice in a response. Throws the error for every other response, and for an invoice that is incomplete or does not
 * belong to the request: otherwise another invoice's PAID would count for this one, or a payer would be sent to the wrong page.
 */
export function readInvoice(
  response: ReadResponse,
  operation: OperationId,
  sent: Fields,
  { paymentOrigins }: Pick<CheckedOptions, 'paymentOrigins'>,
): PaymentInvoice {
  const value = readSuccess(response);
  if (typeof value.id !== 'string') throw errorForResponse(response);
  const flaw =
    findInvoiceFlaw(value) ??
    findContradiction(operation, sent, value, paymentOrigins) ??
    findLoss(response.text, value, ['amount', 'paidAmount']);
  if (flaw) throw errorForResponse(response, wrongInvoice, flaw);
  return value as unknown as PaymentInvoice;
}
