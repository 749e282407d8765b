import { readDeprecation, readHttpDate } from '../errors/read-times.ts';
import type { ReadResponse } from '../http/read-text.ts';
import type { PaymentInvoice } from '../types.ts';
import { maskHeaders } from './mask-secrets.ts';

/** The response that an invoice came in. */
export interface CallResponse {
  status: number;
  headers: Headers;
  /** The service's name for the request: give it to whoever runs the service. */
  requestId: string | undefined;
  /** How many attempts the call took. */
  attempts: number;
  /** The call's id in the events of hooks. */
  callId: string;
  /** True when the service repeated the response to an earlier create with the same Idempotency-Key. */
  isReplayed: boolean;
  /** Since when this version of the API is deprecated (RFC 9745); undefined when it is not. */
  deprecatedAt: Date | undefined;
  /** When this version of the API ends (RFC 8594); undefined when that is not known. */
  sunsetAt: Date | undefined;
}

interface NotedResponse {
  response: ReadResponse;
  attempts: number;
  callId: string;
}

const noted = new WeakMap<object, NotedResponse>();

/** Keeps the response beside its value, for as long as somebody holds the value. */
export function noteResponse(value: object, response: NotedResponse): void {
  noted.set(value, response);
}

/**
 * Gives the response that an invoice of a call by name came in: `responseOf(await client.createPayment(…))?.requestId`.
 * Undefined for an object that is not the very one that a call returned, a copy for example.
 */
export function responseOf(invoice: PaymentInvoice): CallResponse | undefined {
  const found = noted.get(invoice);
  if (!found) return undefined;
  const { response, ...known } = found;
  const headers = maskHeaders(response.headers, response.secrets);
  const sunset = readHttpDate(headers.get('sunset') ?? '');
  return {
    ...known,
    status: response.status,
    headers,
    requestId: headers.get('x-request-id') ?? undefined,
    isReplayed: headers.get('idempotent-replayed') === 'true',
    deprecatedAt: readDeprecation(headers.get('deprecation') ?? ''),
    sunsetAt: sunset === undefined ? undefined : new Date(sunset),
  };
}
