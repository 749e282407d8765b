import { followReference } from '../reader/follow-reference.ts';
import { entriesOf, type Node, nodesOf } from '../reader/json.ts';
import { listOperations } from '../reader/list-operations.ts';
import { describeSchema } from './describe-schema.ts';

const found = new WeakMap<Node, Set<string>>();

/** Lists the names of the objects with a section of their own: those that a response or a callback consists of. */
export function listObjectNames(document: Node): ReadonlySet<string> {
  const names = found.get(document) ?? new Set(bodiesOf(document).map((schema) => describeSchema(document, schema).name));
  found.set(document, names);
  return names;
}

/** Lists the objects with a section of their own, in the contract's order. */
export function listObjects(document: Node): [name: string, schema: Node][] {
  return nodesOf(document.components?.schemas).filter(([name]) => listObjectNames(document).has(name));
}

function bodiesOf(document: Node): unknown[] {
  return listOperations(document, document.paths, ['paths']).flatMap(({ node, callbacks }) => [
    ...entriesOf(node.responses).flatMap(([, reference]) => {
      const { node: response } = followReference(document, reference, []);
      return nodesOf(response?.content).map(([, { schema }]) => schema);
    }),
    ...callbacks.flatMap((each) => nodesOf(each.node.requestBody?.content).map(([, { schema }]) => schema)),
  ]);
}
