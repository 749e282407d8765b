import type { ReadResponse } from '../http/read-text.ts';
import type { PaymentInvoice } from '../types.ts';
import { errorForResponse, type Fields, mediaTypeOf, parseJson, wrongInvoice } from './error-for-response.ts';
import { type Echoes, findContradiction, findInvoiceFlaw, findLoss } from './find-flaw.ts';

/**
 * Reads the JSON of a success. Any 2xx is a success, because the contract's core does not fix the status. For every
 * other response, throws its error.
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
 * Reads the invoice in a response. For every other response, throws its error. Also throws for an invoice that is
 * incomplete or does not belong to the request, because otherwise another invoice's PAID would count for this one, or a
 * payer would be sent to the wrong page.
 */
export function readInvoice(
  response: ReadResponse,
  echoes: Echoes,
  sent: Fields,
  paymentOrigins: readonly string[] | undefined,
): PaymentInvoice {
  const value = readSuccess(response);
  if (typeof value.id !== 'string') throw errorForResponse(response);
  const flaw = findInvoiceFlaw(value) ?? findContradiction(echoes, sent, value, paymentOrigins) ?? findLoss(response.text, value);
  if (flaw) throw errorForResponse(response, wrongInvoice, flaw);
  return value as unknown as PaymentInvoice;
}
