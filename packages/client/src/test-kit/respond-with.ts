import { problems } from '@payment-invoice/generated';
import { type CallError, ConnectionError, TimeoutError } from '../errors/error-classes.ts';
import { errorForResponse } from '../response/read-response.ts';
import type { PaymentInvoice, ProblemCode, ProblemItem } from '../types.ts';

/** A response, a connection that breaks before the response (`reset`) or during it (`cut`), or no response at all (`never`). */
export type ScriptedResponse =
  | { status: number; headers?: Record<string, string>; text: string }
  | { invoice: Partial<PaymentInvoice>; headers?: Record<string, string> }
  | 'reset'
  | 'cut'
  | 'never';

/** The fields of a problem that a test may set. */
export interface ProblemOptions {
  detail?: string | undefined;
  errors?: ProblemItem[] | undefined;
  retryAfterSeconds?: number | undefined;
  /** The status, for a code that the contract does not know. */
  status?: number | undefined;
  headers?: Record<string, string> | undefined;
}

const known: Record<string, { status: number; title: string }> = problems;

/** The responses for `script`: functions that make a response, and constants. */
export const respondWith = {
  /** Makes an invoice that repeats the request's fields, unless the test sets them. */
  invoice: (invoice: Partial<PaymentInvoice> = {}, headers: Record<string, string> = {}): ScriptedResponse => ({
    invoice,
    headers,
  }),

  /** Makes a problem of the contract's catalogue, with its status. */
  problem: (code: ProblemCode, options: ProblemOptions = {}): ScriptedResponse => {
    const { status = known[code]?.status, detail = `The test asked for ${code}.`, errors, retryAfterSeconds } = options;
    if (status === undefined) throw new TypeError(`The contract has no problem ${code}: set its status.`);
    const title = known[code]?.title ?? code;
    const problem = { type: `https://problems.example/${code}`, title, status, detail, code, requestId: 'req_test', errors };
    const headers = { ...(retryAfterSeconds !== undefined && { 'retry-after': String(retryAfterSeconds) }), ...options.headers };
    return {
      status,
      headers: { 'content-type': 'application/problem+json', 'x-request-id': 'req_test', ...headers },
      text: JSON.stringify(problem),
    };
  },

  /** Makes a web page, as a gateway sends it. */
  page: (status = 502): ScriptedResponse => ({
    status,
    headers: { 'content-type': 'text/html' },
    text: '<!DOCTYPE html><title>A gateway</title>',
  }),

  /** A connection that breaks before a response. */
  reset: 'reset',
  /** A connection that breaks in the middle of a response. */
  cut: 'cut',
  /** No response; the call waits until it times out or is aborted. */
  never: 'never',
} as const;

/**
 * Builds the error that a call throws for a problem of the contract, or for no response (`connection`, `timeout`). Use it to test
 * code that handles errors; to make the client throw the error, script the fake service.
 */
export function buildError(code: ProblemCode | 'connection' | 'timeout', options: ProblemOptions = {}): CallError {
  if (code === 'connection') return new ConnectionError('The service could not be reached, says the test.');
  if (code === 'timeout') return new TimeoutError('There was no complete response in time, says the test.');
  const response = respondWith.problem(code, options);
  if (typeof response === 'string' || !('text' in response)) throw new TypeError(`No response could be made for ${code}.`);
  const headers = new Headers(response.headers);
  const read = { url: 'http://payments.test', status: response.status, headers, text: response.text, mask: String };
  return errorForResponse(read) as CallError;
}
