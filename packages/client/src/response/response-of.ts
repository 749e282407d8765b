import { readDeprecation, readHttpDate } from '../errors/read-times.ts';
import type { ReadResponse } from '../http/read-text.ts';
import type { PaymentInvoice } from '../types.ts';
import { maskHeaders } from './mask-secrets.ts';

/** The response that contained an invoice. */
export interface CallResponse {
  status: number;
  headers: Headers;
  /** The service's id for the request: pass it on to the service's operator. */
  requestId: string | undefined;
  /** The number of attempts that the call made. */
  attempts: number;
  /** The call's id. The events of hooks contain it too. */
  callId: string;
  /** True when the service repeated the response to an earlier create with the same Idempotency-Key. */
  isReplayed: boolean;
  /** The time from which this version of the API is deprecated (RFC 9745); undefined when it is not. */
  deprecatedAt: Date | undefined;
  /** The time at which this version of the API ends (RFC 8594); undefined when that is not known. */
  sunsetAt: Date | undefined;
}

interface NotedResponse {
  response: ReadResponse;
  attempts: number;
  callId: string;
}

/** The key under which an invoice stores its response. Copies of the invoice lack it. A WeakMap would take more CPU time. */
const noted = Symbol('response');

/** Stores the response in the object that was read from it. */
export function noteResponse(value: object, response: NotedResponse): void {
  // Stored as a function, so that printing the invoice does not show the token.
  Object.defineProperty(value, noted, { value: () => response });
}

/**
 * Returns the response that contained an invoice: `responseOf(await client.createPayment(…))?.requestId`. Works only for the
 * object that a method of the client returned. Returns undefined for any other, including a copy.
 */
export function responseOf(invoice: PaymentInvoice): CallResponse | undefined {
  const found = (invoice as { [noted]?: () => NotedResponse } | undefined)?.[noted]?.();
  if (!found) return undefined;
  const { response, ...known } = found;
  const headers = maskHeaders(response.headers, response.mask);
  return {
    ...known,
    status: response.status,
    headers,
    requestId: headers.get('x-request-id') ?? undefined,
    isReplayed: headers.get('idempotent-replayed') === 'true',
    deprecatedAt: readDeprecation(headers.get('deprecation') ?? ''),
    sunsetAt: readHttpDate(headers.get('sunset') ?? ''),
  };
}
