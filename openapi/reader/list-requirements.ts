import { isNode, itemsOf, type Node, type Place, textOf } from './json.ts';
import { walkDocument } from './walk-document.ts';

/** A list in `x-requirements`, and the object that carries it. */
export interface RequirementList {
  owner: Node;
  list: unknown;
  /** Features that the carrying object belongs to. */
  features: string[];
  at: Place;
}

/** A normative statement of the contract. Text fields that the contract omits are empty. */
export interface Requirement {
  id: string;
  level: string;
  /** Defaults to `extended` when the object that states the requirement belongs to a feature. */
  support: string;
  /** The requirement's own feature, or else that of the innermost enclosing object that has one. */
  feature: string;
  /** Every feature that a deployment must claim for the requirement to apply. */
  features: string[];
  /** Topic by which derived cases find it. */
  about: string;
  source: string;
  text: string;
  node: Node;
  at: Place;
}

/** Lists every `x-requirements` in the document's order, an object's own list before those of its parts. */
export function listRequirementLists(document: Node): RequirementList[] {
  return [...walkDocument(document)]
    .filter(({ node }) => 'x-requirements' in node)
    .map(({ node, at, features }) => ({ owner: node, list: node['x-requirements'], features, at: [...at, 'x-requirements'] }));
}

/** Lists the requirements of a list, without entries that are not objects. */
export function requirementsOf({ list, features, at }: RequirementList): Requirement[] {
  return itemsOf(list).flatMap((node, index) => {
    if (!isNode(node)) return [];
    const { id, level, support, feature, about, source, text } = node;
    const own = textOf(feature);
    return {
      id: textOf(id),
      level: textOf(level),
      support: support === undefined && features.length > 0 ? 'extended' : textOf(support),
      feature: own || (features.at(-1) ?? ''),
      features: own === '' || features.includes(own) ? features : [...features, own],
      about: textOf(about),
      source: textOf(source),
      text: textOf(text),
      node,
      at: [...at, index],
    };
  });
}
