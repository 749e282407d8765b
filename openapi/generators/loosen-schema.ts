import { isNode, type Node } from '../reader/json.ts';

/**
 * Bounds on the values that a service sends. Most belong to a feature that a deployment need not claim,
 * and a client that holds its reader to them loses an invoice that it could have shown.
 */
const bounds = [
  ...['pattern', 'minLength', 'maxLength', 'not'],
  ...['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf'],
  ...['minItems', 'maxItems', 'uniqueItems', 'minProperties', 'maxProperties'],
];

/** Keywords that hold schemas: one, a list, or a map. */
const inner = ['items', 'additionalProperties', 'allOf', 'anyOf', 'oneOf', 'properties'];

interface Loosening {
  /** Leaves out `required`: of an error no more is sure than its status. */
  isProblem: boolean;
}

/** Returns a schema that reads whatever `schema` reads, and what a lawful deployment may send beyond. */
export function loosenSchema(schema: unknown, loosening: Loosening): unknown {
  if (!isNode(schema)) return schema;
  const loose: Node = { ...schema };
  for (const keyword of bounds) delete loose[keyword];
  // Types of URLs refuse some, and write others anew.
  if (loose.format === 'uri') delete loose.format;
  if (schema['x-open-enum'] === true) {
    delete loose.enum;
    loose.description = [schema.description, nameKnown(schema.enum)].filter(Boolean).join(' ');
  }
  if (loosening.isProblem) delete loose.required;
  if (isNode(loose.properties)) loose.additionalProperties ??= true;
  for (const keyword of inner) if (keyword in loose) loose[keyword] = loosenInner(keyword, loose[keyword], loosening);
  return loose;
}

function loosenInner(keyword: string, value: unknown, loosening: Loosening): unknown {
  if (Array.isArray(value)) return value.map((entry) => loosenSchema(entry, loosening));
  if (keyword !== 'properties' || !isNode(value)) return loosenSchema(value, loosening);
  return Object.fromEntries(Object.entries(value).map(([name, schema]) => [name, loosenSchema(schema, loosening)]));
}

function nameKnown(values: unknown): string {
  return `Known values: ${Array.isArray(values) ? values.map((value) => `\`${value}\``).join(', ') : 'none'}.`;
}
