import type { ErrorObject } from 'ajv';
import type { Exchange, ExchangedOperation } from './exchange.ts';
import { explainErrors } from './explain-errors.ts';
import type { ExaminerInput, Examiners, HandlerInput, OperationId } from './handlers.ts';
import { ProblemError } from './problem-error.ts';
import { unauthenticated } from './read-bearer-token.ts';

/** What openapi-backend is told of a request: as little as it needs to route and check it. It looks again after each hook. */
export interface BackendRequest {
  method: string;
  path: string;
  headers: Readonly<Record<string, string>>;
  body?: unknown;
}

/** What goes along with a request through openapi-backend. */
export interface Passage {
  exchange: Exchange;
  request: BackendRequest;
  /** Why authentication did not succeed; kept, because what a security handler throws is lost. */
  failure?: { error: unknown };
}

/** What openapi-backend tells its hooks, as far as they look. */
interface HookContext {
  request: { path: string };
  operation?: { operationId: string };
  security?: { authorized: boolean };
  validation?: { errors?: readonly ErrorObject[] | null };
  response?: unknown;
}

type Hook = (context: HookContext, passage: Passage) => unknown;

/** An operation as far as hooks look at it. */
type HookedOperation = ExchangedOperation & { path: string; method: string };

/**
 * Every hook of openapi-backend: one that is not registered lets the request through.
 * Their order is also the order of the checks: path, method, authentication, admission, body, schema, handler.
 */
export function failClosedHooks(operations: readonly HookedOperation[], examine: Examiners<unknown> = {}): Record<string, Hook> {
  const byId = new Map<string, HookedOperation>(operations.map((operation) => [operation.operationId, operation]));
  return {
    preRoutingHandler: () => undefined,
    notFound: () => {
      throw new ProblemError('not_found', 'The API has no such path. Check the base URL and the path.');
    },
    methodNotAllowed: ({ request }) => {
      const allowed = operations.filter(({ path }) => path === request.path).map(({ method }) => method.toUpperCase());
      throw new ProblemError('method_not_allowed', `This path is asked with ${allowed.join(' or ')}.`, {
        headers: { Allow: allowed.join(', ') },
      });
    },
    postRoutingHandler: ({ operation }, { exchange, request }) => {
      const found = byId.get(operation?.operationId ?? '');
      if (!found) return;
      exchange.enter(found);
      request.headers = { ...request.headers, ...exchange.headers };
    },
    postSecurityHandler: async ({ security }, { exchange, request, failure }) => {
      // Thrown inside the security handler it would have become a 401, whatever it was.
      if (failure) throw failure.error;
      if (security?.authorized) request.body = (await exchange.readBody()).value;
    },
    unauthorizedHandler: () => {
      throw unauthenticated();
    },
    validationFail: ({ validation, operation }, { exchange }) => {
      const refusal = refuse(validation?.errors ?? [], byId.get(operation?.operationId ?? ''));
      const examiner = examine[operation?.operationId as OperationId];
      throw examiner ? examineFurther(refusal, exchange.handlerInput(), examiner as Examiner) : refusal;
    },
    preOperationHandler: ({ security, validation }) => {
      // Both were seen to; this is the last door before a handler, and it does not rely on the library's order.
      if (!security?.authorized || validation?.errors !== null) throw new Error('A request was about to pass unchecked.');
    },
    notImplemented: ({ operation }) => {
      throw new Error(`${operation?.operationId} has no handler.`);
    },
    // Answers are checked as they are sent, with every header, and so not here.
    postResponseHandler: ({ response }) => response,
  };
}

/** Security handler of every scheme: whether the request may go on; never rejects. */
export async function authenticatePassage(_context: unknown, passage: Passage): Promise<boolean> {
  try {
    await passage.exchange.authenticate();
    return true;
  } catch (error) {
    passage.failure = { error };
    return false;
  }
}

type Examiner = (input: ExaminerInput<OperationId, unknown>) => void;

/** The refusal with what an examiner finds in the members that the schema let pass. A header is refused only when it finds nothing. */
function examineFurther(refusal: ProblemError, input: HandlerInput<OperationId, unknown>, examiner: Examiner): ProblemError {
  const named = new Set(refusal.errors?.map(({ pointer }) => memberOf(pointer)));
  try {
    examiner({ ...input, body: Object.fromEntries(Object.entries(input.body).filter(([name]) => !named.has(name))) });
  } catch (error) {
    if (refusal.code !== 'validation_failed') throw error;
    if (!(error instanceof ProblemError && error.code === 'validation_failed')) throw error;
    return new ProblemError(refusal.code, refusal.detail, { errors: [...(refusal.errors ?? []), ...(error.errors ?? [])] });
  }
  return refusal;
}

/** The member of the body that a JSON pointer leads into. */
function memberOf(pointer: string): string | undefined {
  return pointer.split('/')[1]?.replaceAll('~1', '/').replaceAll('~0', '~');
}

/** The body comes first, as the contract orders the checks; headers are looked at when it is right. */
function refuse(found: readonly ErrorObject[], operation: HookedOperation | undefined): ProblemError {
  const header = operation?.headerParameters.find(({ name }) =>
    found.some(({ instancePath }) => instancePath === `/header/${name.toLowerCase()}`),
  );
  const inBody = found.filter(({ instancePath }) => !instancePath.startsWith('/header'));
  if (header && inBody.length === 0) return new ProblemError(header.problem.code, header.problem.detail);
  return new ProblemError('validation_failed', 'Members of the body are not what they must be: `errors` names each.', {
    errors: explainErrors(inBody),
  });
}
