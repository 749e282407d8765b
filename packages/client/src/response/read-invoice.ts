import type { Call } from '../call/call.ts';
import type { ReadResponse } from '../call/send-attempt.ts';
import type { PaymentInvoice } from '../types.ts';
import { mediaTypeOf } from './describe-body.ts';
import { errorForResponse } from './error-for-response.ts';
import { findContradiction, findInvoiceFlaw } from './find-flaw.ts';
import { parseJson } from './read-problem.ts';

/**
 * Reads the invoice in a response. Any 2xx is success (the contract's core fixes none). Throws the error for every other
 * response, and for an invoice that is not the one of the request: another one's PAID would be taken for this one's, and a payer
 * would be sent to another one's page.
 */
export function readInvoice(response: ReadResponse, call: Call): PaymentInvoice {
  const { status, headers, text } = response;
  const isSuccess = status > 199 && status < 300;
  const value = isSuccess ? parseJson(text) : null;
  if (!value || typeof value.id !== 'string') {
    // It says that it is JSON and is none: it was cut off on its way.
    const isCutOff = value === undefined && mediaTypeOf(headers) === 'application/json';
    throw Object.assign(errorForResponse(response), isCutOff && { isCutOff });
  }
  const flaw = findInvoiceFlaw(value) ?? findContradiction(call, value);
  if (flaw) throw errorForResponse(response, flaw);
  return value as unknown as PaymentInvoice;
}
