import { loadContract } from '../contract/load-contract.ts';
import type { ApiRequest } from '../request/api-request.ts';
import type { ApiResponse } from '../response/api-response.ts';
import type { ApiOptions } from './api-options.ts';
import { callHook, tellConsole } from './call-hook.ts';
import { createRequestHandler } from './handle-request.ts';
import type { ClosedHandlers, Handlers } from './handlers.ts';
import { refuseHandlerMismatch, refuseWrongOptions } from './refuse-wrong-options.ts';

/** Responds to requests as the contract says. */
export interface Api {
  /** Responds to a request. The promise never rejects. */
  handle(request: ApiRequest): Promise<ApiResponse>;
}

/**
 * Makes the API of the contract: it routes, authenticates and checks requests, calls the handlers, and checks their responses.
 * @throws Error when a handler is missing or unknown, or when the contract asks for something that this package does not enforce
 */
export async function createApi<Principal extends object | string, Given extends Handlers<Principal> = Handlers<Principal>>(
  options: ApiOptions<Principal> & { handlers: Given & ClosedHandlers<Given> },
): Promise<Api> {
  refuseWrongOptions(options);
  compiled ??= compileContract();
  const { operations, createResponseChecker } = await compiled.catch((error) => {
    // Lets the next call try again, since the file may have been unreadable only for a moment.
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
  // Imported only now, because these modules load the schema compiler, which a program that only prints its help does not need.
  const [{ loadOperations }, { createResponseChecks }, { listRecommendations }] = await Promise.all([
    import('../contract/load-operations.ts'),
    import('../response/check-response.ts'),
    import('../contract/relation-check.ts'),
  ]);
  const operations = await loadOperations(loadContract());
  return { operations, createResponseChecker: createResponseChecks(operations.all, listRecommendations(loadContract())) };
}
