import type { CallError } from '../client/to-result.ts';
import { ConnectionError, TimeoutError } from '../errors/error-classes.ts';
import { errorForResponse } from '../response/error-for-response.ts';
import type { ProblemCode } from '../types.ts';
import { type ProblemOptions, respondWith } from './respond-with.ts';

/**
 * Builds the error that a call throws for a problem of the contract, or for no response (`connection`, `timeout`). Use it for
 * code that handles errors; to see the client throw them, script the fake service.
 */
export function buildError(code: ProblemCode | 'connection' | 'timeout', options: ProblemOptions = {}): CallError {
  if (code === 'connection') return new ConnectionError('The service could not be reached, says the test.');
  if (code === 'timeout') return new TimeoutError('There was no whole response in time, says the test.');
  const response = respondWith.problem(code, options);
  if (typeof response === 'string' || !('text' in response)) throw new TypeError(`No response was made of ${code}.`);
  const headers = new Headers(response.headers);
  const read = { url: 'http://payments.test', status: response.status, headers, text: response.text, secrets: [] };
  return errorForResponse(read) as CallError;
}
