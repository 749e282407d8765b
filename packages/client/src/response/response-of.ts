import { readDeprecation, readHttpDate } from '../errors/read-times.ts';
import type { ReadResponse } from '../http/read-text.ts';
import type { PaymentInvoice } from '../types.ts';
import { maskHeaders } from './mask-secrets.ts';

/** The response that an invoice came in. */
export interface CallResponse {
  status: number;
  headers: Headers;
  /** The service's id for the request: pass it on to the service's operator. */
  requestId: string | undefined;
  /** The number of attempts that the call took. */
  attempts: number;
  /** The call's id, which the events of hooks carry too. */
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

/**
 * The key under which a value has its response. Nobody meets it by chance: copies, JSON and comparisons leave it out. A WeakMap
 * would cost a fifth of what this client adds to a call.
 */
const noted = Symbol('response');

/** Remembers which response a value came in. */
export function noteResponse(value: object, response: NotedResponse): void {
  // Kept in a function, because whoever looks into the value must not see the token.
  Object.defineProperty(value, noted, { value: () => response });
}

/**
 * Returns the response in which the invoice of a call by name came: `responseOf(await
 * client.createPayment(…))?.requestId`. Returns undefined unless the object is the one that a call returned, because a
 * copy is not known.
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
