import type { ApiAnswer } from './api-exchange.ts';
import type { Exchange, ExchangedOperation } from './exchange.ts';
import type { OperationId } from './handlers.ts';

/** An operation as far as the short path looks at it. */
export type RoutedOperation = ExchangedOperation & { path: string; method: string };

/** Answers a request whose body is valid; undefined for one that must go through openapi-backend, of which nothing was answered yet. */
export type ShortPath = (exchange: Exchange) => Promise<ApiAnswer | undefined>;

/** openapi-backend's own validators of a request, compiled from the contract. */
export type RequestValidators = readonly ((request: object) => unknown)[];

/** What the short path shares with openapi-backend, so that both answer alike. */
export interface ShortPathParts {
  operations: readonly RoutedOperation[];
  validatorsOf: (operationId: OperationId) => RequestValidators;
  respond: (operationId: OperationId, exchange: Exchange) => Promise<ApiAnswer>;
}

/**
 * The way of the ordinary request: known path and method, no header parameter, a valid body. It takes the same steps, made of the
 * same pieces, in the same order as openapi-backend's, which costs about as much as all the rest of a request. Whatever it does
 * not recognise it leaves alone; a body that it finds invalid is validated there again, so that there is one place to explain it.
 */
export function createShortPath({ operations, validatorsOf, respond }: ShortPathParts): ShortPath {
  const routes = new Map<string, { operation: RoutedOperation; validators: RequestValidators }>();
  for (const operation of operations) {
    const validators = validatorsOf(operation.operationId);
    // Without validators nothing would be checked, and a template is not found by its text.
    if (validators.length === 0 || operation.path.includes('{')) continue;
    routes.set(`${operation.method.toUpperCase()} ${operation.path}`, { operation, validators });
  }
  return async (exchange) => {
    const { method, path } = exchange.request;
    const route = routes.get(`${method} ${path}`);
    if (!route) return undefined;
    exchange.enter(route.operation);
    for (const _name in exchange.headers) return undefined;
    await exchange.authenticate();
    const { value } = await exchange.readBody();
    // As openapi-backend puts it for them.
    const parts = { path: {}, query: {}, header: {}, cookie: {}, requestBody: value };
    for (const isValid of route.validators) if (isValid(parts) !== true) return undefined;
    return respond(route.operation.operationId, exchange);
  };
}
