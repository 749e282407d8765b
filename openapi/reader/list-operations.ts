import { followReference } from './follow-reference.ts';
import { entriesOf, isNode, itemsOf, type Node, type Place, textOf } from './json.ts';

const methods = new Set(['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace', 'query']);

/** An operation of the contract. Clients call it, or, for a callback, the service calls it at a URL of the client. */
export interface Operation {
  /** Empty when the operation has no id. */
  id: string;
  /** In upper case. */
  method: string;
  /** The path. For a callback operation, the runtime expression that gives the callback's URL. */
  path: string;
  /** The name of the callback that the operation belongs to; undefined for an operation that clients call. */
  callback: string | undefined;
  /** The parameters of the path item, then those of the operation. Of two with the same name, the second one applies. */
  parameters: Node[];
  /** The feature that the operation belongs to; empty when every deployment has it. */
  feature: string;
  callbacks: Operation[];
  node: Node;
  at: Place;
}

/** Lists the operations in a `paths` or a `webhooks` object, in the contract's order. */
export function listOperations(document: Node, paths: unknown, at: Place): Operation[] {
  return listWithin(document, paths, at, undefined, []);
}

/** Lists operations, each with its callbacks. Skips operations in `within`, because a callback may refer back to an outer one. */
function listWithin(document: Node, paths: unknown, at: Place, callback: string | undefined, within: Node[]): Operation[] {
  return entriesOf(paths).flatMap(([path, reference]) => {
    const item = followReference(document, reference, [...at, path]);
    return entriesOf(item.node)
      .filter(([method, node]) => methods.has(method) && isNode(node) && !within.includes(node))
      .map(([method, node]) => ({
        id: typeof node.operationId === 'string' ? node.operationId : '',
        method: method.toUpperCase(),
        path,
        callback,
        parameters: [...itemsOf(item.node.parameters), ...itemsOf(node.parameters)].filter(isNode),
        feature: textOf(node['x-feature'] ?? item.node['x-feature']),
        callbacks: listCallbacks(document, node, [...item.at, method], [...within, node]),
        node,
        at: [...item.at, method],
      }));
  });
}

function listCallbacks(document: Node, operation: Node, at: Place, within: Node[]): Operation[] {
  return entriesOf(operation.callbacks).flatMap(([name, reference]) => {
    const { node, at: place } = followReference(document, reference, [...at, 'callbacks', name]);
    return listWithin(document, node, place, name, within);
  });
}
