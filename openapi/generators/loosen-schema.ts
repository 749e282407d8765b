import { isNode, type Node, nodesOf } from '../reader/json.ts';
import { listOperations } from '../reader/list-operations.ts';

/** Keywords that clients must not check: a deployment without the feature behind a keyword may return other values. */
const bounds = [
  ...['pattern', 'minLength', 'maxLength', 'not'],
  ...['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf'],
  ...['minItems', 'maxItems', 'uniqueItems', 'minProperties', 'maxProperties'],
];

function visitSchema(schema: unknown, visit: (schema: Node) => void): void {
  if (!isNode(schema)) return;
  visit(schema);
  const { properties, items, additionalProperties, allOf, anyOf, oneOf } = schema;
  for (const inner of [...Object.values((properties ?? {}) as Node), items, additionalProperties, allOf, anyOf, oneOf].flat())
    visitSchema(inner, visit);
}

/** Removes the bounds, in place, from a schema that clients read. */
export function dropBounds(read: Node): void {
  visitSchema(read, (schema) => {
    for (const keyword of bounds) delete schema[keyword];
  });
}

/** Makes every field of a schema optional, in place, because only the status of an error response is certain. */
export function dropRequired(read: Node): void {
  visitSchema(read, (schema) => void delete schema.required);
}

/** The prefix of a reference to a component schema. */
export const prefix = '#/components/schemas/';

/** Gives requests their own copy, `Sent…`, of each schema that is loosened for responses, so that requests stay strict. */
export function splitSharedSchemas(document: Node): void {
  const { requests, results, problems } = listSchemaUses(document);
  const { components } = document as { components: Record<string, Node> };
  const { schemas = {} } = components;
  const isLoosened = (name: string): boolean => {
    const loose = structuredClone(schemas[name]) as Node;
    dropBounds(loose);
    if (!results.has(name)) dropRequired(loose);
    return JSON.stringify(loose) !== JSON.stringify(schemas[name]);
  };
  const shared = new Set([...requests].filter((name) => (results.has(name) || problems.has(name)) && isLoosened(name)));
  if (shared.size === 0) return;
  for (const name of requests) schemas[shared.has(name) ? `Sent${name}` : name] = toSent(schemas[name], shared);
  for (const kind of ['parameters', 'requestBodies'])
    if (components[kind]) components[kind] = toSent(components[kind], shared) as Node;
  for (const [, item] of nodesOf(document.paths)) if (item.parameters) item.parameters = toSent(item.parameters, shared);
  for (const { node } of listOperations(document, document.paths, ['paths']))
    for (const part of ['parameters', 'requestBody']) if (part in node) node[part] = toSent(node[part], shared);
}

function toSent(value: unknown, shared: ReadonlySet<string>): unknown {
  if (Array.isArray(value)) return value.map((item) => toSent(item, shared));
  if (!isNode(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, part]) => {
      const isShared = key === '$ref' && typeof part === 'string' && shared.has(part.replace(prefix, ''));
      return [key, isShared ? part.replace(prefix, `${prefix}Sent`) : toSent(part, shared)];
    }),
  );
}

/** The names of component schemas in three sets: those used in requests, in successful results, and in errors. */
export interface SchemaUses {
  /** Schemas in requests to the service. */
  requests: Set<string>;
  /** Schemas in 2xx responses or in callbacks. */
  results: Set<string>;
  /** Schemas in any other response. */
  problems: Set<string>;
}

/** Lists the component schemas that a client sends, and those that it reads. */
export function listSchemaUses(document: Node): SchemaUses {
  const uses: SchemaUses = { requests: new Set(), results: new Set(), problems: new Set() };
  for (const { node, callbacks } of listOperations(document, document.paths, ['paths'])) {
    const { callbacks: _callbacks, responses, ...request } = node;
    collect(document, request, uses.requests);
    for (const [status, response] of nodesOf(responses))
      collect(document, response, /^2/.test(status) ? uses.results : uses.problems);
    // Leaves out the responses of a callback: the client sends them, and the service does not read their bodies.
    for (const { node: callback } of callbacks) collect(document, callback.requestBody, uses.results);
  }
  return uses;
}

/** Adds the names of the component schemas that a value refers to, at any depth. Follows each reference once. */
function collect(document: Node, value: unknown, names: Set<string>, followed = new Set<string>()): void {
  if (Array.isArray(value)) for (const item of value) collect(document, item, names, followed);
  if (!isNode(value)) return;
  const { $ref, ...rest } = value;
  if (typeof $ref === 'string' && !followed.has($ref)) {
    followed.add($ref);
    const [, kind = '', name = ''] = /^#\/components\/(\w+)\/(.+)$/.exec($ref) ?? [];
    if (kind === 'schemas') names.add(name);
    const components = isNode(document.components) ? document.components[kind] : undefined;
    if (kind !== 'examples' && isNode(components)) collect(document, components[name], names, followed);
  }
  for (const part of Object.values(rest)) collect(document, part, names, followed);
}
