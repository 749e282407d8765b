import { loadContract } from '../contract/load-contract.ts';
import type { ApiRequest, ApiResponse } from '../request/api-messages.ts';
import { type ApiOptions, callHook, tellConsole } from './api-options.ts';
import { createRequestHandler } from './handle-request.ts';
import type { ClosedHandlers, Handlers } from './handlers.ts';

/** The API that the contract describes, as a server embeds it. */
export interface Api {
  /** Responds to a request. Never rejects. */
  handle(request: ApiRequest): Promise<ApiResponse>;
}

/**
 * Makes the API of the contract. It routes, authenticates and checks requests, calls the handlers, and checks their responses.
 * @throws Error when a handler is missing or unknown, or when the contract requires something that this package does not enforce
 */
export async function createApi<Principal extends object | string, Given extends Handlers<Principal> = Handlers<Principal>>(
  options: ApiOptions<Principal> & { handlers: Given & ClosedHandlers<Given> },
): Promise<Api> {
  refuseWrongOptions(options);
  compiled ??= compileContract();
  const { operations, createResponseChecker } = await compiled.catch((error) => {
    // Clears the cache, so that the next call tries again. The file may have been unreadable only for a moment.
    compiled = undefined;
    throw error;
  });
  refuseHandlerMismatch(operations.all, options.handlers);
  const checkResponse = createResponseChecker({
    validation: options.validateResponses ?? 'fail',
    undeclared: options.undeclaredProperties ?? 'drop',
    onInvalidResponse: (error, requestId) => callHook(options.onInvalidResponse ?? tellConsole, error, requestId),
  });
  return { handle: createRequestHandler(options, operations, checkResponse) };
}

/** The contract of this package, compiled once for every API of the process. */
let compiled: ReturnType<typeof compileContract> | undefined;

async function compileContract() {
  // Imported here, because these modules load the schema compiler. A program that only prints its help does not need it.
  const [{ loadOperations }, { createResponseChecks }, { listRecommendations }] = await Promise.all([
    import('../contract/load-operations.ts'),
    import('../response/check-response.ts'),
    import('../contract/relation-check.ts'),
  ]);
  const operations = await loadOperations(loadContract());
  return { operations, createResponseChecker: createResponseChecks(operations.all, listRecommendations(loadContract())) };
}

/** Throws an Error when an option is missing or has a wrong type, which only untyped code or a cast can cause. */
function refuseWrongOptions(options: { [Name in keyof ApiOptions<never>]: unknown }): void {
  const { handlers, authenticate, admit, publicBaseUrl, validateResponses, undeclaredProperties } = options;
  if (typeof handlers !== 'object' || handlers === null)
    throw new Error('handlers must be an object with one handler per operation.');
  if (typeof authenticate !== 'function') throw new Error('authenticate must be a function: without it anyone would be let in.');
  if (admit !== undefined && typeof admit !== 'function') throw new Error('admit must be a function, or undefined.');
  if (typeof publicBaseUrl !== 'function') throw new Error('publicBaseUrl must be a function that returns an absolute URL.');
  if (![undefined, 'off', 'log', 'fail'].includes(validateResponses as string))
    throw new Error(`validateResponses is ${JSON.stringify(validateResponses)}: it must be "off", "log" or "fail".`);
  if (![undefined, 'drop', 'refuse'].includes(undeclaredProperties as string))
    throw new Error(`undeclaredProperties is ${JSON.stringify(undeclaredProperties)}: it must be "drop" or "refuse".`);
}

/** Throws an Error that names the operations without a handler, or the handlers without an operation. */
function refuseHandlerMismatch(operations: readonly { operationId: string }[], handlers: Readonly<Record<string, unknown>>) {
  const known = new Set(operations.map(({ operationId }) => operationId));
  const missing = [...known].filter((id) => !Object.hasOwn(handlers, id) || typeof handlers[id] !== 'function');
  const extra = Object.keys(handlers).filter((id) => !known.has(id));
  if (missing.length > 0) throw new Error(`No handler for ${missing.join(', ')}.`);
  if (extra.length > 0) throw new Error(`The contract has no operation ${extra.join(', ')}: remove its handler.`);
}
