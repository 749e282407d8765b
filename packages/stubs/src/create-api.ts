import { OpenAPIBackend } from 'openapi-backend';
import { answerProblem, commonHeaders, internalError } from './answer-problem.ts';
import type { ApiAnswer, ApiRequest } from './api-exchange.ts';
import { asSent } from './as-sent.ts';
import { callHook, tellConsole } from './call-hook.ts';
import { type AnswerChecker, type AnswerValidation, createAnswerChecker, type DocumentedOperation } from './check-answer.ts';
import { createAjv } from './create-ajv.ts';
import { Exchange, type ExchangedOperation } from './exchange.ts';
import { authenticatePassage, failClosedHooks, type Passage } from './fail-closed-hooks.ts';
import type { Admit, Authenticate } from './guard.ts';
import type { Examiners, Handlers, OperationId } from './handlers.ts';
import { headerParametersOf, type ParameterizedOperation } from './header-parameters.ts';
import { loadContract } from './load-contract.ts';
import { mergeHeaders } from './merge-headers.ts';
import { ProblemError } from './problem-error.ts';
import { type GuardedOperation, refuseHandlerMismatch, refuseUnenforced, refuseWrongOptions } from './refuse-at-start.ts';
import { createShortPath } from './short-path.ts';
import type { UndocumentedAnswerError } from './undocumented-answer-error.ts';

/** What an API is made of. */
export interface ApiOptions<Principal> {
  handlers: Handlers<Principal>;
  authenticate: Authenticate<Principal>;
  /** Everyone with a known token is let in by default. */
  admit?: Admit<Principal>;
  /** The absolute URL of the deployment without a slash at the end; asked at each problem, as a port may come late. */
  publicBaseUrl: () => string;
  /** Told of every error that becomes a 500, before the answer; the console by default. */
  onError?: (error: unknown, requestId: string) => void;
  /**
   * What is done about an answer whose body or headers break the contract; `fail` by default. A status that the operation does not
   * have is a 500 in any case.
   */
  validateAnswers?: AnswerValidation;
  /** Told of each answer that is sent although it breaks the contract, as `log` does; the console by default. */
  onInvalidAnswer?: (error: UndocumentedAnswerError, requestId: string) => void;
  /**
   * Throw for members that are wrong in ways that a schema cannot say. Asked only where the request is about to be refused: for
   * other members of the body, as a refusal names each that is wrong, or for a header, as the contract has the body judged first.
   * Whatever else comes in goes to its handler, which looks for itself.
   */
  examine?: Examiners<Principal>;
  /** Names the problem that an error of the application's own is; undefined leaves it a 500. */
  toProblem?: (error: unknown) => ProblemError | undefined;
}

/** Answers requests under the contract; never rejects. */
export interface Api {
  handle(request: ApiRequest): Promise<ApiAnswer>;
}

/** For the test that holds both ways of a request against each other. */
export interface Ways {
  /** False sends every request through openapi-backend. */
  shortPath?: boolean;
}

type ContractOperation = DocumentedOperation & GuardedOperation & ParameterizedOperation & { method: string };
type Operation = ContractOperation & ExchangedOperation;

/**
 * Makes the API of the contract: routes, authenticates, checks and hands over to the handlers; checks what they answer.
 * @throws Error when a handler is missing or unknown, or the contract asks for something that is not enforced here
 */
export async function createApi<Principal extends object | string>(
  options: ApiOptions<Principal>,
  ways: Ways = {},
): Promise<Api> {
  refuseWrongOptions(options);
  const contract = loadContract();
  const backend = new OpenAPIBackend({
    definition: contract as never,
    strict: true,
    // openapi-backend knows the meta-schema of OpenAPI 3.0 only; the contract is linted where it is written.
    quick: true,
    ignoreTrailingSlashes: false,
    customizeAjv: (_ajv, ajvOptions) =>
      // Numbers like 1e400 are read as Infinity: out of range, not of another type.
      createAjv({ coerceTypes: ajvOptions.coerceTypes ?? false, useDefaults: true, strictNumbers: false }) as never,
  });
  await backend.init();
  const operations = (backend.getOperations() as unknown as ContractOperation[]).map(
    (operation) => ({ ...operation, headerParameters: headerParametersOf(operation) }) as Operation,
  );
  refuseUnenforced(contract, operations);
  refuseHandlerMismatch(operations, options.handlers);
  // Asked at each request, and built anew each time.
  backend.router.getOperations = () => operations as never;
  // A root of "/" would be taken off, and `//api/v1/…` be `/api/v1/…`.
  backend.router.apiRoot = '';
  backend.validator.preCompileRequestValidators();

  const checkAnswer = createAnswerChecker(operations, {
    validation: options.validateAnswers ?? 'fail',
    onInvalidAnswer: (error, requestId) => callHook(options.onInvalidAnswer ?? tellConsole, error, requestId),
  });
  backend.register(failClosedHooks(operations, options.examine as Examiners<unknown> | undefined) as never);
  for (const name of Object.keys(contract.components.securitySchemes)) {
    backend.registerSecurityHandler(name, authenticatePassage);
  }
  const respond = async (operationId: OperationId, exchange: Exchange): Promise<ApiAnswer> => {
    const { status, body, headers } = await options.handlers[operationId](exchange.handlerInput() as never);
    const type = { 'Content-Type': status < 400 ? 'application/json' : 'application/problem+json' };
    return { status, body: asSent(body), headers: headers ? mergeHeaders(headers, type) : type };
  };
  for (const { operationId } of operations) {
    backend.register(operationId, (_context: unknown, { exchange }: Passage) => respond(operationId, exchange));
  }
  const validatorsOf = (operationId: OperationId) => backend.validator.getRequestValidatorsForOperation(operationId) ?? [];
  const shortPath = createShortPath({
    operations: ways.shortPath === false ? [] : operations,
    validatorsOf: validatorsOf as never,
    respond,
  });
  const longPath = (exchange: Exchange): Promise<ApiAnswer> => {
    const { method, path } = exchange.request;
    const passage: Passage = { exchange, request: { method, path, headers: { 'content-type': 'application/json' } } };
    return backend.handleRequest(passage.request, passage);
  };
  const answerOf = async (exchange: Exchange) => (await shortPath(exchange)) ?? longPath(exchange);
  return { handle: (request) => handle(answerOf, checkAnswer, options as ApiOptions<unknown>, request) };
}

async function handle(
  answerOf: (exchange: Exchange) => Promise<ApiAnswer>,
  checkAnswer: AnswerChecker,
  options: ApiOptions<unknown>,
  request: ApiRequest,
): Promise<ApiAnswer> {
  const place = () => ({
    requestId: request.requestId,
    path: request.askedPath ?? request.path,
    baseUrl: findBaseUrl(options, request),
  });
  const exchange = new Exchange(request, options);
  const withHeaders = (answer: ApiAnswer): ApiAnswer => ({
    ...answer,
    headers: mergeHeaders(exchange.answerHeaders, answer.headers, commonHeaders(request.requestId)),
  });
  const answerOrProblem = async (): Promise<ApiAnswer> => {
    try {
      return await answerOf(exchange);
    } catch (error) {
      const problem = error instanceof ProblemError ? error : nameProblem(error, options);
      if (!problem || problem.code === 'internal_error') throw error;
      return answerProblem(problem, place());
    }
  };
  try {
    const answer = withHeaders(await answerOrProblem());
    if (exchange.operation !== undefined) checkAnswer(exchange.operation.operationId, answer, request.requestId);
    return answer;
  } catch (error) {
    callHook(options.onError ?? tellConsole, error, request.requestId);
    return withHeaders(answerProblem(internalError(error), place()));
  }
}

/** Both errors are told when naming the first is the second: the first is the one to mend. */
function nameProblem(error: unknown, { toProblem }: ApiOptions<unknown>): ProblemError | undefined {
  try {
    return toProblem?.(error);
  } catch (another) {
    throw new AggregateError([error, another], 'toProblem threw on an error.');
  }
}

/** A server that is closing has no address to make a URL of; its problems are still problems, of a type that is relative. */
function findBaseUrl({ publicBaseUrl, onError = tellConsole }: ApiOptions<unknown>, { requestId }: ApiRequest): string {
  try {
    return publicBaseUrl();
  } catch (error) {
    callHook(onError, error, requestId);
    return '';
  }
}
