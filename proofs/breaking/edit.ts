import { isNode, type Node } from '../../openapi/reader/json.ts';

/** One change of a contract whose effect on an existing client is known. */
export interface Edit {
  /** The kind of edit, which is a row of the table. */
  kind: string;
  /** The place of the edit. */
  at: string;
  breaks: boolean;
  document: Node;
}

/**
 * Edits a copy of the document: the object that `change` returns replaces fields of the object at a place; undefined removes one.
 */
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
