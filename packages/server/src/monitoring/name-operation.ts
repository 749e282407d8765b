import { operationTable } from '@payment-invoice/generated';

/**
 * Returns the operationId for a request; undefined for a path without operations. A request with another method counts for the
 * first operation of its path.
 */
export type NameOperation = (method: string | undefined, path: string) => string | undefined;

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
