import { isNode, itemsOf, type Node, type Place, textOf } from './json.ts';
import { walkDocument } from './walk-document.ts';

/** A list of requirements in the contract (`x-requirements`), and the object that contains it. */
export interface RequirementList {
  owner: Node;
  list: unknown;
  features: string[];
  at: Place;
}

/** A normative statement of the contract. Text fields that the contract omits are empty strings. */
export interface Requirement {
  id: string;
  level: string;
  /** `core` or `extended`. The default is `extended` in an object that belongs to a feature, and empty elsewhere. */
  support: string;
  /** The requirement's own feature or, if it has none, the feature of the innermost object around it. */
  feature: string;
  /** All features that a deployment must claim before the requirement applies. */
  features: string[];
  /** The topic of the requirement, such as `unknown-id`. Derived cases use the topic to find the requirement that they test. */
  about: string;
  source: string;
  text: string;
  node: Node;
  at: Place;
}

/** Lists all `x-requirements` in the document's order. The list of an object comes before the lists of the objects inside it. */
export function listRequirementLists(document: Node): RequirementList[] {
  return [...walkDocument(document)]
    .filter(({ node }) => 'x-requirements' in node)
    .map(({ node, at, features }) => ({ owner: node, list: node['x-requirements'], features, at: [...at, 'x-requirements'] }));
}

/** Lists the requirements of a list. Skips entries that are not objects. */
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
