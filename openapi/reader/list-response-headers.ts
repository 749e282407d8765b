import { followReference } from './follow-reference.ts';
import { entriesOf, isNode, type Node, nodesOf, type Place } from './json.ts';
import type { Contract } from './read-contract.ts';

/** A response, with the names of its documented headers. */
export interface DocumentedResponse {
  node: Node;
  at: Place;
  headers: string[];
}

/** Lists the responses of the operations that clients call, and the responses to unrouted requests, without duplicates. */
export function listDocumentedResponses({ document, operations }: Contract): DocumentedResponse[] {
  const maps = operations.map(({ node, at }) => ({ map: node.responses, at: [...at, 'responses'] }));
  const all = [...maps, { map: document['x-unrouted-answers'], at: ['x-unrouted-answers'] }].flatMap(({ map, at }) =>
    entriesOf(map).map(([status, reference]) => followReference(document, reference, [...at, status])),
  );
  const found = new Map<Node, DocumentedResponse>();
  for (const { node, at } of all)
    if (isNode(node)) found.set(node, { node, at, headers: nodesOf(node.headers).map(([name]) => name) });
  return [...found.values()];
}
