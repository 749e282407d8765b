import { followReference, listTargets } from '../reader/follow-reference.ts';
import { entriesOf, isNode, itemsOf, type Node, nodesOf, textOf } from '../reader/json.ts';
import { listOperations } from '../reader/list-operations.ts';

/** A schema as readers see it. */
export interface SchemaView {
  /** The schema with its references resolved. Keywords beside a reference override those of the reference's target. */
  node: Node;
  /** The component's name; empty for a schema that is not a component. */
  name: string;
  /** The type in a few words: `string (URI)`, `number or null`, `array of objects`. */
  type: string;
  /** The bounds, patterns and defaults, each as a short text in Markdown. */
  limits: string[];
  /** The allowed values, if the schema lists them. */
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
    values: (node.const === undefined ? itemsOf(node.enum) : [node.const]).map(String),
  };
}

function typeOf(document: Node, node: Node): string {
  const types: string[] = [node.type ?? []].flat().map(textOf);
  const words = types.map((type) => (type === 'array' ? `array of ${describeSchema(document, node.items).type}s` : type));
  const forms = alternativesOf(node).map((one) => describeSchema(document, one).type);
  const format = { uri: 'URI' }[textOf(node.format)] ?? textOf(node.format);
  return [...new Set(words.length > 0 ? words : forms)].join(' or ') + (format ? ` (${format})` : '');
}

/** Lists the alternatives of a schema: the entries of its `oneOf`, its `anyOf` or both. */
export function alternativesOf(node: Node): unknown[] {
  return [...itemsOf(node.oneOf), ...itemsOf(node.anyOf)];
}

function limitsOf(node: Node): string[] {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf, pattern } = node;
  const limits: string[] = [];
  if (node.minLength === 1 && node.maxLength === undefined) limits.push('not empty');
  else limits.push(...rangeOf(node.minLength, node.maxLength, 'characters'));
  if (minimum !== undefined && maximum !== undefined) limits.push(`${minimum} to ${maximum}`);
  else if (minimum !== undefined) limits.push(`${minimum} or more`);
  else if (maximum !== undefined) limits.push(`${maximum} or less`);
  if (exclusiveMinimum !== undefined) limits.push(`more than ${exclusiveMinimum}`);
  if (exclusiveMaximum !== undefined) limits.push(`less than ${exclusiveMaximum}`);
  if (multipleOf !== undefined) limits.push(`a multiple of ${multipleOf}`);
  limits.push(...rangeOf(node.minItems, node.maxItems, 'items'));
  if (node.uniqueItems === true) limits.push('no item twice');
  limits.push(...rangeOf(node.minProperties, node.maxProperties, 'fields'));
  if (pattern !== undefined) limits.push(`pattern \`${pattern}\``);
  if (node.default !== undefined) limits.push(`default \`${JSON.stringify(node.default)}\``);
  if (node.deprecated === true) limits.push('deprecated');
  return [...limits, ...othersOf(node)];
}

/** Keywords that the table of fields shows in words or in rows of their own, and keywords that do not restrict values. */
const worded = new Set([
  ...['type', 'format', 'enum', 'const', 'minLength', 'maxLength', 'minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum'],
  ...['multipleOf', 'minItems', 'maxItems', 'uniqueItems', 'minProperties', 'maxProperties', 'pattern', 'default', 'deprecated'],
  ...['properties', 'required', 'items', 'additionalProperties', 'oneOf', 'anyOf', 'allOf', 'discriminator', '$ref', '$defs'],
  ...['title', 'description', 'example', 'examples', 'externalDocs', '$comment', '$id', '$anchor', '$schema'],
]);

/** Lists the keywords that the docs do not put into words, exactly as in the contract, so that no restriction is missing. */
function othersOf(node: Node): string[] {
  const others = Object.entries(node).filter(([keyword]) => !worded.has(keyword) && !keyword.startsWith('x-'));
  return others.map(([keyword, value]) => `${keyword} \`${JSON.stringify(value, withoutFacts)}\``);
}

const withoutFacts = (key: string, value: unknown): unknown => (key.startsWith('x-') ? undefined : value);

/** Describes how many characters, items or properties a value may have. Does not mention a minimum of 0. */
function rangeOf(least: number | undefined, most: number | undefined, what: string): string[] {
  if (most !== undefined) return [least ? `${least} to ${most} ${what}` : `at most ${most} ${what}`];
  return least ? [`at least ${least} ${what}`] : [];
}

const found = new WeakMap<Node, Set<string>>();

/** Lists the names of the objects that have their own section in the docs: the bodies of responses and callbacks. */
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
