import { operationTable } from '@payment-invoice/generated';
import type { Principal } from '@payment-invoice/kit/tokens';
import { pathOf } from '@payment-invoice/stubs';
import type { Middleware } from 'koa';
import type { ServerLog } from '../monitoring/create-log.ts';
import type { Metrics } from '../monitoring/metrics.ts';

/** The owners of the tokens of requests in progress, by request id. */
export type KnownAskers = Map<string, Principal>;

/**
 * Counts and logs every response, with the address, the account and the token's id. The log contains neither queries nor headers,
 * because they may contain secrets.
 */
export function logRequest(log: ServerLog['logResponse'], metrics: Metrics, askers: KnownAskers): Middleware {
  const nameOperation = nameOperations();
  return async (ctx, next) => {
    const start = performance.now();
    const { ip: address, req, res } = ctx;
    const { method } = req;
    const path = pathOf(req.url ?? '');
    const { requestId } = ctx.state;
    let principal: Principal | undefined;
    try {
      await next();
    } finally {
      principal = askers.get(requestId);
      askers.delete(requestId);
    }
    const status = res.statusCode;
    const ms = Math.round((performance.now() - start) * 100) / 100;
    metrics.count(nameOperation(method, path) ?? 'other', status, ms / 1000);
    const { accountId: account, tokenId: token } = principal ?? {};
    log({ requestId, method, path: maskPath(path), status, ms, address, account, token });
  };
}

/**
 * Masks invoice ids in a path, because anyone who knows one can open its payment page. Also masks anything as long as a token or
 * a receipt.
 */
export function maskPath(path: string): string {
  // Tested first, because this runs for each request, and few paths contain anything to mask.
  if (!/^\/pay\/|inv_|[^/]{40}/i.test(path)) return path;
  return path
    .replace(/^(\/pay\/)[^/]+/, '$1*')
    .replace(/inv_\w*/gi, 'inv_*')
    .replace(/[^/]{40}[^/]*/g, '*');
}

/**
 * Returns the operationId for a request; undefined for a path without operations. A request with another method counts for the
 * first operation of its path.
 */
type NameOperation = (method: string | undefined, path: string) => string | undefined;

/** Makes the function that names operations, by default those of the contract. */
export function nameOperations(
  table: Readonly<Record<string, { method: string; path: string }>> = operationTable,
): NameOperation {
  const entries = Object.entries(table).map(([id, { method, path }]) => ({ id, method, path }));
  const exact = Map.groupBy(entries, ({ path }) => path);
  const templates = entries
    .filter(({ path }) => path.includes('{'))
    .map((entry) => ({ entry, pattern: new RegExp(`^${entry.path.replaceAll('.', '\\.').replace(/\{[^{}]+\}/g, '[^/]+')}$`) }));
  return (method, path) => {
    const found = exact.get(path) ?? templates.flatMap(({ entry, pattern }) => (pattern.test(path) ? [entry] : []));
    return (found.find((entry) => entry.method === method) ?? found[0])?.id;
  };
}
