import { isNode, itemsOf, type Node, nodesOf, type Place, textOf } from './json.ts';
import type { Operation } from './list-operations.ts';

/** An entry of `x-rate-limits`. */
export interface RateLimit {
  name: string;
  /** The target of the limit: the id of an operation, or the name of a security scheme. */
  of: string;
  per: string;
  /** NaN when the limit counts failures instead. */
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
