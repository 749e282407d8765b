import { entriesOf, itemsOf, type Node, nodesOf, type Place, textOf } from './json.ts';
import type { Operation } from './list-operations.ts';

/** A scope that tokens of a security scheme may hold. */
export interface Scope {
  name: string;
  description: string;
  scheme: string;
  at: Place;
}

export function listScopes(document: Node): Scope[] {
  return nodesOf(document.components?.securitySchemes).flatMap(([scheme, node]) =>
    entriesOf(node['x-scopes']).map(([name, description]) => ({
      name,
      description: textOf(description),
      scheme,
      at: ['components', 'securitySchemes', scheme, 'x-scopes', name],
    })),
  );
}

/** Lists the scopes that an operation requires: those in its security requirements, or else in the document's. */
export function scopesOf(document: Node, { node }: Operation): string[] {
  const asked = itemsOf(node.security ?? document.security).flatMap((alternative) =>
    entriesOf(alternative).flatMap(([, scopes]) => itemsOf(scopes).map(textOf)),
  );
  // All kinds of credentials need the same scopes.
  return [...new Set(asked)];
}
