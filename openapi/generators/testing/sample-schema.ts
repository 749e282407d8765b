import fc from 'fast-check';
import { isNode, type Node } from '../../reader/json.ts';

/** Generates values for a schema: mostly values that the schema allows, and some that it refuses. */
export function sampleSchema(document: Node, schema: Node): fc.Arbitrary<unknown> {
  return fc.oneof(
    { weight: 9, arbitrary: sampleValid(document, schema) },
    { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 1 }) },
  );
}

function sampleValid(document: Node, given: Node): fc.Arbitrary<unknown> {
  const schema = follow(document, given);
  const types = [schema.type].flat().map(String);
  const made = fc.oneof(...types.map((type) => sampleType(document, schema, type)));
  // Prefers values from the schema's examples, because random text seldom matches a pattern or a format.
  const examples = [schema.examples, schema.enum].filter(Array.isArray).flat();
  const isObject = types.includes('object');
  return examples.length > 0 && !isObject ? fc.oneof({ weight: 6, arbitrary: fc.constantFrom(...examples) }, made) : made;
}

function sampleType(document: Node, schema: Node, type: string): fc.Arbitrary<unknown> {
  const { minimum, maximum, maxLength } = schema as { minimum?: number; maximum?: number; maxLength?: number };
  const edges = [minimum, maximum].filter((edge) => edge !== undefined).flatMap((edge) => [edge, edge - 0.01, edge + 0.01]);
  if (type === 'null') return fc.constant(null);
  if (type === 'boolean') return fc.boolean();
  if (type === 'integer') return fc.integer({ min: 0, max: 700 });
  if (type === 'number')
    return edges.length > 0 ? fc.oneof(fc.constantFrom(...edges), fc.double({ noNaN: true })) : fc.double({ noNaN: true });
  if (type === 'array') return fc.array(sampleSchema(document, schema.items as Node), { maxLength: 2 });
  if (type === 'object') return sampleObject(document, schema);
  const long = maxLength === undefined ? 300 : maxLength + 1;
  return fc.oneof(
    fc.string({ maxLength: 12 }),
    fc.constantFrom('', 'a'.repeat(long), 'a'.repeat(long - 1), `$${'a'.repeat(long - 1)}`),
  );
}

function sampleObject(document: Node, schema: Node): fc.Arbitrary<unknown> {
  const properties = Object.entries(schema.properties as Record<string, Node>);
  const model = Object.fromEntries(properties.map(([name, property]) => [name, sampleValid(document, property)]));
  const required = Array.isArray(schema.required) ? schema.required.map(String) : [];
  const whole = fc.record(model, { requiredKeys: required });
  const missing = fc.record(model, { requiredKeys: [] });
  const surplus = whole.map((value) => ({ ...value, unknownField: 1 }));
  return fc.oneof({ weight: 6, arbitrary: whole }, missing, surplus);
}

function follow(document: Node, { $ref, ...beside }: Node): Node {
  if (typeof $ref !== 'string') return beside;
  const target = $ref
    .slice(2)
    .split('/')
    .reduce<unknown>((node, key) => (isNode(node) ? node[key] : undefined), document);
  return { ...(target as Node), ...beside };
}
