import type { Operation, Operations } from '../contract/load-operations.ts';
import { ProblemError } from '../problems/problem-error.ts';
import type { ApiRequest, ApiResponse, ResponseHeaders } from '../request/api-messages.ts';
import { readCredentials } from '../request/read-credentials.ts';
import { readSentBody } from '../request/read-json-body.ts';
import { readParameters } from '../request/read-parameters.ts';
import type { ResponseChecker } from '../response/check-response.ts';
import { commonHeaders, createProblemResponse, internalError } from '../response/create-problem-response.ts';
import { mergeHeaders } from '../response/sendable-headers.ts';
import { type ApiOptions, callHook, checkAdmission, checkPrincipal, tellConsole } from './api-options.ts';
import { type AnyExaminer, checkRequest } from './check-request.ts';
import type { AnyInput } from './handlers.ts';

/**
 * Makes a function that handles every request in the same steps: the checks in the contract's order, the handler, the check of
 * the response. A step that refuses the request throws, so a request reaches a handler only if all checks passed.
 */
export function createRequestHandler<Principal>(
  options: ApiOptions<Principal>,
  operations: Operations,
  checkResponse: ResponseChecker,
): (request: ApiRequest) => Promise<ApiResponse> {
  const { handlers, authenticate, admit, examine = {}, onError = tellConsole } = options;
  return async (request) => {
    const { requestId } = request;
    let operation: Operation | undefined;
    let admission: ResponseHeaders | undefined;
    let handled: { asked: AnyInput; surplus: string[] } | undefined;
    const complete = ({ status, headers, body }: ApiResponse): ApiResponse => ({
      status,
      headers: admission ? mergeHeaders(admission, headers) : headers,
      body,
    });
    try {
      let response: ApiResponse;
      try {
        operation = operations.find(request.method, request.path);
        const { credentials, scopes } = readCredentials(request, operation.alternatives);
        const { operationId } = operation;
        const { remoteAddress } = request;
        let principal: Principal | undefined;
        // Several credentials must belong to one principal, so `authenticate` gets the principal that its previous call returned.
        for (const { scheme, token } of credentials)
          principal = checkPrincipal(await authenticate(token, { requestId, remoteAddress, scheme, principal }));
        const asker = checkPrincipal(principal);
        if (admit) admission = checkAdmission(await admit(asker, operationId, { requestId, remoteAddress, scopes }));
        const sent = operation.hasBody ? await readSentBody(request) : undefined;
        const input: AnyInput = {
          body: sent && leaveOutNull(sent.body, operation.absentWhenNull),
          ...readParameters(request, operation),
          rawHeaders: request.rawHeaders,
          rawBody: sent?.rawBody,
          principal: asker,
          requestId,
          remoteAddress,
        };
        // The casts are needed because the compiler cannot see that the input belongs to this operation.
        checkRequest(operation, input, examine[operationId] as AnyExaminer | undefined);
        const handler = handlers[operationId] as unknown as (input: AnyInput) => Promise<HandlerResult>;
        const result = await handler(input);
        response = toApiResponse(result, requestId);
        handled = { asked: input, surplus: Object.keys(result).filter((name) => !parts.has(name)) };
      } catch (error) {
        response = createProblemResponse(problemOf(error, options), placeOf(request, options));
      }
      response = complete(response);
      if (!operation) return response;
      const { asked, surplus = [] } = handled ?? {};
      return checkResponse({ operationId: operation.operationId, requestId, response, asked, surplus });
    } catch (error) {
      callHook(onError, error, requestId);
      return complete(createProblemResponse(internalError(error), placeOf(request, options)));
    }
  };
}

/** Removes nulls that mean absence in the contract, so that handlers and idempotency keys treat null and absence alike. */
function leaveOutNull(body: Record<string, unknown>, absentWhenNull: readonly string[]): Record<string, unknown> {
  for (const name of absentWhenNull) if (body[name] === null) delete body[name];
  return body;
}

type HandlerResult = Omit<ApiResponse, 'headers' | 'body'> & { headers?: ResponseHeaders; body?: unknown };

const parts: ReadonlySet<string> = new Set(['status', 'headers', 'body'] satisfies (keyof HandlerResult)[]);

function toApiResponse({ status, body, headers }: HandlerResult, requestId: string): ApiResponse {
  const type = status < 400 ? 'application/json' : 'application/problem+json';
  const own = body === undefined ? commonHeaders(requestId) : { ...commonHeaders(requestId), 'Content-Type': type };
  return { status, headers: headers ? mergeHeaders(headers, own) : own, body: toJsonValue(body) };
}

/** Returns the problem for an error. Throws the error itself if there is none, or an AggregateError if `toProblem` fails. */
function problemOf(error: unknown, { toProblem }: Pick<ApiOptions<never>, 'toProblem'>): ProblemError {
  let problem: ProblemError | undefined;
  try {
    problem = error instanceof ProblemError ? error : toProblem?.(error);
  } catch (another) {
    throw new AggregateError([error, another], 'toProblem threw on an error.');
  }
  if (!problem || problem.code === 'internal_error') throw error;
  return problem;
}

/** Returns where a problem occurred. If `publicBaseUrl` throws, as during a shutdown, the problem's `type` is relative. */
function placeOf(
  request: ApiRequest,
  { publicBaseUrl, onError = tellConsole }: Pick<ApiOptions<never>, 'publicBaseUrl' | 'onError'>,
) {
  const { requestId, path, askedPath = path } = request;
  try {
    return { requestId, path: askedPath, baseUrl: publicBaseUrl() };
  } catch (error) {
    callHook(onError, error, requestId);
    return { requestId, path: askedPath, baseUrl: '' };
  }
}

/** Converts a body to the JSON value to check and send. Throws a TypeError for a BigInt or a circular reference. */
function toJsonValue(body: unknown): unknown {
  if (body === undefined || isPlain(body)) return body;
  const text = JSON.stringify(body);
  return text === undefined ? undefined : JSON.parse(text);
}

/** Returns whether a body is a plain object of strings, booleans, nulls and finite numbers. JSON does not change such a body. */
function isPlain(body: unknown): boolean {
  if (typeof body !== 'object' || body === null || Object.getPrototypeOf(body) !== Object.prototype) return false;
  return Object.values(body).every(
    (value) => typeof value === 'string' || typeof value === 'boolean' || value === null || Number.isFinite(value),
  );
}
