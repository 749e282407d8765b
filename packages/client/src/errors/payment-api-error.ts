import type { Problem, ProblemCode, ProblemItem } from '../types.ts';
import { readRetryAfter } from './read-times.ts';

/** The known facts about a failed call. */
export interface ErrorFacts {
  cause?: unknown;
  status?: number;
  headers?: Headers;
  problem?: Problem | undefined;
  /** The problem's code, for a mistake that was found before anything was sent. */
  code?: ProblemCode;
  errors?: ProblemItem[];
}

/**
 * The error that every failed call throws, as one of its subclasses: `catch (error) { if (error instanceof PaymentApiError) … }`.
 * Never contains the token or a receipt: where a response repeats them, they are masked.
 */
export class PaymentApiError extends Error {
  override readonly name: string = 'PaymentApiError';
  /** HTTP status; undefined when no response came. */
  declare readonly status: number | undefined;
  /** The problem's stable name; undefined when the response was not problem details. */
  declare readonly code: ProblemCode | undefined;
  /** The service's id for the request: pass it on to the service's operator. Undefined when the response had none. */
  declare readonly requestId: string | undefined;
  /** The headers of the response; undefined when no response came. */
  declare readonly headers: Headers | undefined;
  /** The problem details in the response (RFC 9457); undefined when it contained none. */
  declare readonly problem: Problem | undefined;
  /** Seconds to wait before the next attempt, from the header Retry-After (RFC 9110 §10.2.3); undefined without it. */
  declare readonly retryAfterSeconds: number | undefined;
  /** The number of attempts that the call made; undefined if it failed before the first attempt. */
  declare readonly attempts: number | undefined;
  /** The call's id. The events of hooks contain it too. */
  declare readonly callId: string | undefined;
  /** The key that createPayment sent. To avoid a second invoice, repeat the call with this key and the same body. */
  declare readonly idempotencyKey: string | undefined;

  constructor(message: string, facts: ErrorFacts = {}) {
    const { headers, problem } = facts;
    const requestId = problem?.requestId ?? headers?.get('x-request-id') ?? undefined;
    // Escapes the message, because it contains text from the service and will be printed.
    super(escapeText(requestId ? `${message} (request id ${requestId})` : message), facts);
    Object.assign(this, { requestId, code: problem?.code, retryAfterSeconds: readRetryAfter(headers), ...facts });
  }

  /** Returns the error as an object for JSON logs, because JSON.stringify leaves out the message of an Error. */
  toJSON(): object {
    return { ...this, message: this.message, headers: undefined, cause: this.cause && String(this.cause) };
  }
}

/**
 * Escapes the characters that a terminal or a log would act on: line breaks, control characters, and those that change the
 * writing direction. Use it for any text from a service that becomes part of a message.
 */
export function escapeText(text: string): string {
  return text.replace(/[\p{C}\p{Zl}\p{Zp}]/gu, (character) => `\\u{${character.codePointAt(0)?.toString(16)}}`);
}
