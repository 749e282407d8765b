import { entriesOf, isNode, itemsOf, type Node, nodesOf, type Place, textOf } from './json.ts';
import type { Operation } from './list-operations.ts';

/** A scope that the contract defines for tokens of a security scheme. */
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

/** Lists the scopes that an operation requires. They are in its own `security` or, if it has none, in that of the document. */
export function scopesOf(document: Node, { node }: Operation): string[] {
  const asked = itemsOf(node.security ?? document.security).flatMap((alternative) =>
    entriesOf(alternative).flatMap(([, scopes]) => itemsOf(scopes).map(textOf)),
  );
  // All alternatives in a `security` need the same scopes, so their lists are merged without duplicates.
  return [...new Set(asked)];
}

/** An entry of `x-rate-limits`. */
export interface RateLimit {
  name: string;
  /** The id of the limited operation, or the name of the limited security scheme. */
  of: string;
  per: string;
  /** NaN when the limit counts failures. */
  requests: number;
  /** NaN when the limit counts requests. */
  failures: number;
  seconds: number;
  requirement: string;
  node: Node;
  at: Place;
}

export function listRateLimits(document: Node, operations: Operation[]): RateLimit[] {
  const schemes = nodesOf(document.components?.securitySchemes);
  return [
    ...operations.flatMap(({ id, node, at }) => readLimits(id, node, at)),
    ...schemes.flatMap(([name, node]) => readLimits(name, node, ['components', 'securitySchemes', name])),
  ];
}

function readLimits(of: string, owner: Node, at: Place): RateLimit[] {
  return itemsOf(owner['x-rate-limits']).flatMap((node, index) => {
    if (!isNode(node)) return [];
    const { name, per, requests, failures, seconds, requirement } = node;
    return {
      name: textOf(name),
      of,
      per: textOf(per),
      requests: Number(requests),
      failures: Number(failures),
      seconds: Number(seconds),
      requirement: textOf(requirement),
      node,
      at: [...at, 'x-rate-limits', index],
    };
  });
}
