import { isNode, itemsOf, type Node, type Place, textOf } from './json.ts';
import { walkDocument } from './walk-document.ts';

/** An `x-requirements`, wherever it stands, with the object that carries it. */
export interface RequirementList {
  owner: Node;
  list: unknown;
  at: Place;
}

/** A normative statement of the contract. A text that it does not have is empty. */
export interface Requirement {
  id: string;
  level: string;
  support: string;
  feature: string;
  source: string;
  text: string;
  node: Node;
  at: Place;
}

/** Lists every `x-requirements` in the document's order: of a whole before those of its parts. */
export function listRequirementLists(document: Node): RequirementList[] {
  return [...walkDocument(document)]
    .filter(({ node }) => 'x-requirements' in node)
    .map(({ node, at }) => ({ owner: node, list: node['x-requirements'], at: [...at, 'x-requirements'] }));
}

/** Lists the requirements of a list; leaves out entries that are no objects. */
export function requirementsOf({ list, at }: RequirementList): Requirement[] {
  return itemsOf(list).flatMap((node, index) => {
    if (!isNode(node)) return [];
    const { id, level, support, feature, source, text } = node;
    return {
      id: textOf(id),
      level: textOf(level),
      support: textOf(support),
      feature: textOf(feature),
      source: textOf(source),
      text: textOf(text),
      node,
      at: [...at, index],
    };
  });
}
