import { isNode, type Node, nodesOf } from '../reader/json.ts';
import { listOperations } from '../reader/list-operations.ts';
import { listSchemaUses } from './list-schema-uses.ts';
import { loosenSchema } from './loosen-schema.ts';

/** Short, because most generators write it at the head of every file. */
const about = 'Payment invoices. Derived from the contract for generators of clients and servers; the contract is what holds.';

/** The response of a refusal that the contract documents for no operation, a wrong base URL above all. */
const undocumented = {
  description: 'A refusal that the operation does not document, as of a wrong base URL.',
  content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
};

/** Derives from the contract the document that generators of other languages are given. */
export function deriveDocument(contract: Node): Node {
  const document = inlineValues(contract);
  splitSharedSchemas(document);
  const components = document.components as Record<string, Node>;
  components.schemas = loosenSchemas(document, components.schemas ?? {});
  components.responses = { ...components.responses, UndocumentedRefusal: undocumented };
  for (const { node } of listOperations(document, document.paths, ['paths'])) {
    node.responses = { ...node.responses, '4XX': { $ref: '#/components/responses/UndocumentedRefusal' } };
  }
  components.headers = Object.fromEntries(
    nodesOf(components.headers).map(([name, header]) => [
      name,
      { ...header, required: false, schema: loosenSchema(header.schema, { isProblem: false }) },
    ]),
  );
  // openapi-generator's parser takes the request body of a link for a string, and refuses the whole document.
  delete components.links;
  for (const [, response] of nodesOf(components.responses)) delete response.links;
  document.info = { ...(document.info as Node), description: about };
  return keepCents(stripExtensions(document)) as Node;
}

/** The schemas of responses loosened, those of requests as they are, and the values of each open list as a schema of its own. */
function loosenSchemas(document: Node, schemas: Node): Node {
  const { results, problems } = listSchemaUses(document);
  const known = nodesOf(schemas).filter(([, schema]) => schema['x-open-enum'] === true);
  const kept = nodesOf(schemas)
    .filter((entry) => !known.some(([name]) => name === entry[0]))
    .map(([name, schema]): [string, unknown] => {
      const isRead = results.has(name) || problems.has(name);
      return [name, isRead ? loosenSchema(schema, { isProblem: !results.has(name) }) : schema];
    });
  const named = known.map(([name, { enum: values }]): [string, unknown] => [
    `Known${name}`,
    { type: 'string', description: `The values of ${name} that are known now.`, enum: values },
  ]);
  return Object.fromEntries([...kept, ...named]);
}

/**
 * Returns a copy in which every number says that it is a double. Without a format some generators take 32 bits,
 * which cannot hold 131072.13; a double holds every cent of every amount that the contract allows.
 */
function keepCents(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(keepCents);
  if (!isNode(value)) return value;
  const copy = Object.fromEntries(Object.entries(value).map(([name, part]) => [name, keepCents(part)]));
  const isNumber = [value.type].flat().includes('number');
  return isNumber && value.format === undefined ? { ...copy, format: 'double' } : copy;
}

/** Keywords whose value is data, in which a name means nothing to OpenAPI. */
const data = new Set(['example', 'examples', 'default', 'enum', 'const']);
/** Keywords whose value maps names that the contract chose; one of them may begin with `x-`. */
const maps = new Set(['properties', 'headers', 'schemas', 'parameters', 'links', 'callbacks', 'paths', 'content', 'responses']);

/** Returns a copy without the extensions (`x-…`): some generators read them as schemas, or stumble over them. */
function stripExtensions(value: unknown, keyword = ''): unknown {
  if (Array.isArray(value)) return value.map((item) => stripExtensions(item));
  if (!isNode(value)) return value;
  if (maps.has(keyword)) return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, stripExtensions(part)]));
  const kept = Object.entries(value).filter(([name]) => !name.startsWith('x-'));
  return Object.fromEntries(kept.map(([name, part]) => [name, data.has(name) ? part : stripExtensions(part, name)]));
}

/**
 * Returns a copy in which named schemas of strings and numbers stand where they are used, but for closed lists:
 * of a name many generators make a class around the value. Where one stood, a request and a response differ from now on.
 */
function inlineValues(document: Node): Node {
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

const prefix = '#/components/schemas/';

/**
 * Gives requests a schema of their own, `Sent…`, for each that responses have too: what a service takes stays strict where what a
 * client reads is loosened. Changes the document.
 */
function splitSharedSchemas(document: Node): void {
  const { requests, results, problems } = listSchemaUses(document);
  const { components } = document as { components: Record<string, Node> };
  const { schemas = {} } = components;
  const isLoosened = (name: string) =>
    JSON.stringify(loosenSchema(schemas[name], { isProblem: !results.has(name) })) !== JSON.stringify(schemas[name]);
  const shared = new Set([...requests].filter((name) => (results.has(name) || problems.has(name)) && isLoosened(name)));
  if (shared.size === 0) return;
  for (const name of requests) schemas[shared.has(name) ? `Sent${name}` : name] = toSent(schemas[name], shared);
  for (const kind of ['parameters', 'requestBodies'])
    if (components[kind]) components[kind] = toSent(components[kind], shared) as Node;
  for (const [, item] of nodesOf(document.paths)) if (item.parameters) item.parameters = toSent(item.parameters, shared);
  for (const { node } of listOperations(document, document.paths, ['paths']))
    for (const part of ['parameters', 'requestBody']) if (part in node) node[part] = toSent(node[part], shared);
}

/** Returns a copy that refers to what is sent. */
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
