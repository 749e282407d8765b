import { listTargets } from '../reader/follow-reference.ts';
import { isNode, itemsOf, type Node, textOf } from '../reader/json.ts';

/** A schema as readers see it. */
export interface SchemaView {
  /** The schema with what stands beside its references; of two words for the same thing the nearer one. */
  node: Node;
  /** The name of the component that it is; empty for one that has none. */
  name: string;
  /** The type in a word or two: `string (URI)`, `number or null`, `array of objects`. */
  type: string;
  /** Bounds, patterns and defaults, each as a short text in Markdown. */
  limits: string[];
  /** The values that it takes, when they are listed. */
  values: string[];
}

export function describeSchema(document: Node, schema: unknown): SchemaView {
  const targets = listTargets(document, schema, []).map(({ node }) => (isNode(node) ? node : {}));
  const node: Node = Object.assign({}, ...targets.toReversed());
  const reference = targets.findLast(({ $ref }) => typeof $ref === 'string')?.$ref;
  return {
    node,
    name: textOf(reference).replace('#/components/schemas/', ''),
    type: typeOf(document, node),
    limits: limitsOf(node),
    values: itemsOf(node.enum).map(String),
  };
}

function typeOf(document: Node, node: Node): string {
  const types: string[] = [node.type].flat().map(textOf);
  const words = types.map((type) => (type === 'array' ? `array of ${describeSchema(document, node.items).type}s` : type));
  const format = { uri: 'URI', 'date-time': 'date-time' }[textOf(node.format)];
  return words.join(' or ') + (format ? ` (${format})` : '');
}

function limitsOf(node: Node): string[] {
  const { minLength, maxLength, minimum, maximum, maxItems, pattern } = node;
  const limits: string[] = [];
  if (maxLength !== undefined) limits.push(`${minLength ? `${minLength} to` : 'at most'} ${maxLength} characters`);
  else if (minLength !== undefined) limits.push(minLength === 1 ? 'not empty' : `at least ${minLength} characters`);
  if (minimum !== undefined && maximum !== undefined) limits.push(`${minimum} to ${maximum}`);
  else if (minimum !== undefined) limits.push(`${minimum} or more`);
  if (maxItems !== undefined) limits.push(`at most ${maxItems} items`);
  if (pattern !== undefined) limits.push(`pattern \`${pattern}\``);
  if (node.default !== undefined) limits.push(`default \`${JSON.stringify(node.default)}\``);
  return limits;
}
