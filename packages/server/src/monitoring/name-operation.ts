import { operationTable } from '@payment-invoice/generated';

/** Names the operation of a request by its operationId; undefined for a path of none. Another method counts for the first operation of its path. */
export type NameOperation = (method: string | undefined, path: string) => string | undefined;

/** Makes the function that names operations, of the contract's by default. */
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
