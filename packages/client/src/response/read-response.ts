import {
  AuthenticationError,
  ConflictError,
  InvalidRequestError,
  NotFoundError,
  PermissionError,
  RateLimitError,
  ReceiptError,
  ServerError,
  UnexpectedResponseError,
  ValidationError,
  type WithoutClass,
} from '../errors/error-classes.ts';
import type { ErrorFacts, PaymentApiError } from '../errors/payment-api-error.ts';
import type { FetchHeaders, Mask, ReadResponse } from '../http/read-text.ts';
import { tryTo } from '../options/read-options.ts';
import type { MustBeNone, PaymentInvoice, Problem, ProblemStatus, ServerStatus } from '../types.ts';
import { type Echoes, findContradiction, findInvoiceFlaw, findLoss } from './find-flaw.ts';
import { maskHeaders } from './mask-secrets.ts';

type Kind = [make: new (message: string, facts: ErrorFacts) => PaymentApiError, todo: string];

/** The error class for a response that is not from this API, and the advice in its message. */
export const unexpected: Kind = [UnexpectedResponseError, 'Check the base URL.'];

const byStatus = {
  401: [AuthenticationError, 'Check the token.'],
  403: [PermissionError, 'Check the scopes of the token.'],
  404: [NotFoundError, 'Check the invoice id, the token and the base URL.'],
  409: [ConflictError, 'Fetch the invoice to see its state.'],
  429: [RateLimitError, 'Try again after retryAfterSeconds.'],
} satisfies Record<number, Kind>;

/** The problem statuses without an error class. `kindOf` chooses the classes for 422 and 5xx. */
type Undecided = Exclude<ProblemStatus, keyof typeof byStatus | WithoutClass | 422 | ServerStatus>;

/** Does not compile while `Undecided` contains a status. The compiler then shows the text below. */
export type WithoutError = MustBeNone<
  {
    [Status in Undecided]: `${Status} is a new status of a problem: add a class for it to byStatus, CallError and the README, or add it to WithoutClass in errors/error-classes.ts`;
  }[Undecided]
>;

/**
 * Makes the error for a response that contains no invoice, or for an invoice with a mistake. `flaw` is a phrase about the
 * mistake, for the message. Without a `kind`, the status and the body decide the error class.
 */
export function errorForResponse(response: ReadResponse, kind?: Kind, flaw?: string): PaymentApiError {
  const { url, status, mask } = response;
  const text = mask(response.text);
  const headers = maskHeaders(response.headers, mask);
  const problem = status < 400 ? undefined : readProblem(text, mask);
  const [ErrorClass, todo] = kind ?? kindOf(status, headers, problem);
  const what = flaw
    ? // Masks the flaw before cutting it, because the mask would not find half a secret.
      `with an invoice whose ${mask(flaw).slice(0, 200)}.`
    : problem
      ? [
          `${problem.code}: ${problem.detail}`,
          ...(problem.errors ?? []).map((item) => `${item.pointer || 'the body'}: ${item.detail}`),
        ].join(' ')
      : `with ${describeBody(headers, text)}.`;
  const error = new ErrorClass(`${url} responded ${status} ${what} ${todo}`, { status, headers, problem });
  refusals.set(error, response);
  return error;
}

/** The response from which each error was made. An error without a response, or with one that was too long, has no entry. */
export const refusals: WeakMap<object, ReadResponse> = new WeakMap();

function kindOf(status: number, headers: Headers, problem: Problem | undefined): Kind {
  // This API never responds with HTML, whatever the status. HTML comes from a gateway, a proxy or another site.
  if (status < 400 || (!problem && mediaTypeOf(headers) === 'text/html')) return unexpected;
  if (status > 499) return [ServerError, 'Try again later.'];
  if (status === 422) {
    const code = problem?.code ?? 'validation_failed';
    if (code === 'validation_failed') return [ValidationError, 'Correct the fields in `errors`.'];
    if (code.startsWith('receipt_')) return [ReceiptError, 'Submit the receipt as the payer got it.'];
  }
  return (byStatus as Record<number, Kind>)[status] ?? [InvalidRequestError, 'Correct the request.'];
}

type Fields = Record<string, unknown>;

/** Describes a response's body in a few words for a message: `text/html "<!DOCTYPE html>"`, `an empty body`. */
export function describeBody(headers: FetchHeaders, text: string): string {
  const start = text.trim().replace(/\s+/g, ' ');
  if (!start) return 'an empty body';
  return `${mediaTypeOf(headers) || 'no Content-Type and'} ${JSON.stringify(start.slice(0, 80))}`;
}

/** Reads the Content-Type without parameters, in lower case; undefined when it is absent. */
function mediaTypeOf(headers: FetchHeaders): string | undefined {
  return headers.get('content-type')?.split(/[;\s]/)[0]?.toLowerCase();
}

/**
 * Reads the problem details in a response's text; undefined when it contains none. Leaves out `requestId` and `errors` if
 * their type is wrong. Applies `mask` after parsing, so that a secret in JSON escapes is found too.
 */
export function readProblem(text: string, mask: Mask): Problem | undefined {
  const value = parseJson(text, (_, part) => (typeof part === 'string' ? mask(part) : part));
  if (typeof value?.code !== 'string') return undefined;
  const { requestId, errors, ...rest } = value;
  const detail = [rest.detail, rest.title].find((words) => typeof words === 'string' && words) ?? rest.code;
  return {
    ...rest,
    detail,
    ...(typeof requestId === 'string' && { requestId }),
    ...(Array.isArray(errors) && {
      errors: errors.filter((item) => typeof item?.pointer === 'string' && typeof item.detail === 'string'),
    }),
  } as Problem;
}

/** Parses JSON text; undefined when it is not JSON. The value is not always an object, so read its fields with `?.`. */
function parseJson(text: string, revive?: (name: string, part: unknown) => unknown): Fields | null | undefined {
  return tryTo(() => JSON.parse(text, revive));
}

/** Reads the JSON of a success. Accepts any 2xx, because the contract's core allows any. Throws an error for other responses. */
export function readSuccess(response: ReadResponse): Fields {
  const { status, headers, text } = response;
  const value = status > 199 && status < 300 ? parseJson(text) : null;
  if (value) return value;
  // The response claims to be JSON but does not parse, so it was cut off.
  const isCutOff = value === undefined && mediaTypeOf(headers) === 'application/json';
  throw Object.assign(errorForResponse(response), isCutOff && { isCutOff });
}

/**
 * Reads the invoice in a response. Throws the matching error for any other response, for an incomplete invoice, and for the wrong
 * invoice: if a wrong invoice were PAID, a program could believe that the right one is paid.
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
  if (flaw) throw errorForResponse(response, [UnexpectedResponseError, 'Do not use it.'], flaw);
  return value as unknown as PaymentInvoice;
}
