import { isNode, type Node } from '../../openapi/reader/json.ts';

/** One change of a contract whose effect on an existing client is known. */
export interface Edit {
  /** The kind, which is a row of the table. */
  kind: string;
  /** Where it was made. */
  at: string;
  breaks: boolean;
  document: Node;
}

/** Makes an edit of a copy: what `change` returns replaces members of the node at a place; undefined removes one. */
export function editAt(document: Node, place: readonly string[], change: (node: Node) => Node): Node {
  const copy = structuredClone(document);
  const node = place.reduce<unknown>((value, key) => (isNode(value) ? value[key] : undefined), copy);
  if (!isNode(node)) throw new Error(`There is nothing at ${place.join('/')}.`);
  for (const [key, changed] of Object.entries(change(node))) {
    if (changed === undefined) delete node[key];
    else node[key] = changed;
  }
  return copy;
}
