import type { ErrorObject } from 'ajv';
import type { AnswerChecker } from './check-answer.ts';
import type { Exchange } from './exchange.ts';
import { explainErrors } from './explain-errors.ts';
import { ProblemError } from './problem-error.ts';
import { unauthenticated } from './read-bearer-token.ts';
import { readJsonBody } from './read-json-body.ts';

/** What openapi-backend tells its hooks, as far as they look. */
interface HookContext {
  readonly request: { readonly path: string };
  readonly operation?: { readonly operationId: string };
  readonly security?: { readonly authorized: boolean };
  readonly validation?: { readonly errors?: readonly ErrorObject[] | null };
  readonly response?: unknown;
}

type Hook = (context: HookContext, exchange: Exchange) => unknown;

/**
 * Every hook of openapi-backend: one that is not registered lets the request through.
 * Their order is also the order of the checks: path, method, authentication, body, schema, handler, answer.
 */
export function failClosedHooks(
  operations: readonly { readonly path: string; readonly method: string }[],
  checkAnswer: AnswerChecker,
): Record<string, Hook> {
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
    postRoutingHandler: ({ operation }, exchange) => {
      exchange.operationId = operation?.operationId;
    },
    postSecurityHandler: async ({ security }, exchange) => {
      // Thrown inside the security handler it would have become a 401, whatever it was.
      if (exchange.failure) throw exchange.failure.error;
      if (security?.authorized) exchange.request.body = await readJsonBody(exchange.source);
    },
    unauthorizedHandler: () => {
      throw unauthenticated();
    },
    validationFail: ({ validation }) => {
      const found = validation?.errors ?? [];
      // The one header that an operation takes; a second one needs a code of its own.
      if (found.some(({ instancePath }) => instancePath.startsWith('/header/'))) {
        throw new ProblemError('idempotency_key_invalid', 'Idempotency-Key takes 1 to 255 visible ASCII characters.');
      }
      const errors = explainErrors(found);
      throw new ProblemError('validation_failed', 'Members of the body are not what they must be: `errors` names each.', {
        errors,
      });
    },
    preOperationHandler: ({ security, validation }) => {
      // Both were seen to; this is the last door before a handler, and it does not rely on the library's order.
      if (!security?.authorized || validation?.errors !== null) throw new Error('A request was about to pass unchecked.');
    },
    notImplemented: ({ operation }) => {
      throw new Error(`${operation?.operationId} has no handler.`);
    },
    postResponseHandler: ({ operation, response }) => {
      checkAnswer(operation?.operationId ?? '', response as never);
      return response;
    },
  };
}
