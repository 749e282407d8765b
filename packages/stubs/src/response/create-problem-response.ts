import { type components, problems } from '@payment-invoice/generated';
import { ProblemError } from '../problems/problem-error.ts';
import type { ApiResponse } from '../request/api-messages.ts';
import { mergeHeaders } from './sendable-headers.ts';

/** Where a problem occurred. */
export interface ProblemPlace {
  requestId: string;
  /** The path of the request, without its query, which may contain secrets. Undefined when the path cannot be read. */
  path: string | undefined;
  /** The absolute base URL, without a final slash. Problem types are pages below it. */
  baseUrl: string;
}

/** Turns a problem into a response (RFC 9457) with the headers that every response has. */
export function createProblemResponse(problem: ProblemError, place: ProblemPlace): ApiResponse {
  const body: components['schemas']['Problem'] = {
    type: `${place.baseUrl}/problems/${problem.code}`,
    title: problems[problem.code].title,
    status: problem.status,
    detail: problem.detail,
    ...(place.path === undefined ? {} : { instance: place.path }),
    code: problem.code,
    requestId: place.requestId,
    ...(problem.errors === undefined ? {} : { errors: [...problem.errors] }),
  };
  return {
    status: problem.status,
    headers: mergeHeaders(problem.headers, commonHeaders(place.requestId), { 'Content-Type': 'application/problem+json' }),
    body,
  };
}

/** Returns the problem for an unexpected error. It does not say that nothing was changed: a handler may have stored something. */
export function internalError(cause: unknown): ProblemError {
  return new ProblemError('internal_error', 'A bug in the service stopped this request. Report the request id.', { cause });
}

/** Returns the headers that every response has (D-17). */
export function commonHeaders(requestId: string): Record<string, string> {
  return { 'X-Request-Id': requestId, 'Cache-Control': 'no-store' };
}
