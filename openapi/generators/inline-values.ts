import { isNode, type Node, nodesOf } from '../reader/json.ts';

/**
 * Returns a copy in which named schemas of strings and numbers stand where they are used, but for closed lists:
 * of a name many generators make a class around the value. Where one stood, a request and a response differ from now on.
 */
export function inlineValues(document: Node): Node {
  const { components = {} } = document as { components?: Node };
  const values = Object.fromEntries(nodesOf(components.schemas).filter(([, schema]) => isValue(schema)));
  const kept = Object.fromEntries(nodesOf(components.schemas).filter(([name]) => !(name in values)));
  const open = Object.fromEntries(Object.entries(values).filter(([, schema]) => schema['x-open-enum'] === true));
  const inlined = inline({ ...document, components: { ...components, schemas: kept } }, values) as Node;
  const { schemas, ...others } = inlined.components as Node;
  return { ...inlined, components: { ...others, schemas: { ...(schemas as Node), ...open } } };
}

function isValue(schema: Node): boolean {
  const isClosedList = 'enum' in schema && schema['x-open-enum'] !== true;
  return ['string', 'number', 'integer', 'boolean'].includes(String(schema.type)) && !isClosedList;
}

function inline(value: unknown, values: Record<string, Node>): unknown {
  if (Array.isArray(value)) return value.map((item) => inline(item, values));
  if (!isNode(value)) return value;
  const copy = Object.fromEntries(Object.entries(value).map(([key, part]) => [key, inline(part, values)]));
  const { $ref, ...beside } = copy;
  const target = typeof $ref === 'string' ? values[$ref.replace('#/components/schemas/', '')] : undefined;
  return target ? { ...target, ...beside } : copy;
}
