import { type Contract, resolve } from './write-operations.ts';

/** A part of the contract, in which any key may be looked up. */
type Node = Record<string, unknown>;

const methods = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace'];

/**
 * Replaces references to paths and callbacks with their targets, and copies a path's parameters into its operations,
 * because the tables, the stubs and the client look for them in the operation.
 */
export function gatherOperations(contract: Contract): void {
  const paths = (contract.paths ?? {}) as Record<string, Node>;
  for (const [path, reference] of Object.entries(paths)) {
    const { parameters: shared, ...item } = resolve<Node>(contract, reference);
    paths[path] = item;
    for (const method of methods) if (item[method]) gatherParts(contract, item[method] as Node, (shared ?? []) as unknown[]);
  }
  // Deletes the parts that nothing refers to any more, because their operations would otherwise exist twice.
  delete contract.components?.pathItems;
  delete contract.components?.callbacks;
}

function gatherParts(contract: Contract, operation: Node, shared: readonly unknown[]): void {
  const own = (operation.parameters ?? []) as unknown[];
  const keyOf = (parameter: unknown): string => {
    const { in: place, name } = resolve<{ in: string; name: string }>(contract, parameter);
    return `${place} ${name}`;
  };
  const keys = own.map(keyOf);
  const inherited = shared.filter((one) => !keys.includes(keyOf(one)));
  if (inherited.length > 0) operation.parameters = [...inherited, ...own];
  const callbacks = (operation.callbacks ?? {}) as Node;
  for (const [name, reference] of Object.entries(callbacks)) callbacks[name] = resolve(contract, reference);
}
