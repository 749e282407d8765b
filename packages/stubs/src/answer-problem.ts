import { type components, problems } from '@payment-invoice/generated';
import type { ApiAnswer } from './api-exchange.ts';
import { ProblemError } from './problem-error.ts';

/** Where a problem happened. */
export interface ProblemPlace {
  requestId: string;
  /** The path that was asked, without the query: it may hold what should not be repeated. Undefined when it could not be read. */
  path: string | undefined;
  /** Absolute, without a slash at the end; problem types are pages below it. */
  baseUrl: string;
}

/** Turns a problem into its answer (RFC 9457), with the headers that every answer carries. */
export function answerProblem(problem: ProblemError, place: ProblemPlace): ApiAnswer {
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
    headers: { ...problem.headers, ...commonHeaders(place.requestId), 'Content-Type': 'application/problem+json' },
    body,
  };
}

/**
 * The problem that an unforeseen error becomes: it tells the client nothing but the request id. Nor that nothing was changed: a
 * handler may have stored an invoice before it failed, or before its answer was found to break the contract.
 */
export function internalError(cause: unknown): ProblemError {
  return new ProblemError('internal_error', 'A bug in the service stopped this request. Report the request id.', { cause });
}

/** Headers of every answer (D-17). */
export function commonHeaders(requestId: string): Record<string, string> {
  return { 'X-Request-Id': requestId, 'Cache-Control': 'no-store' };
}
