import { isNode, type Node, nodesOf } from '../breaking/parse-contract.ts';
import { listOperations } from '../docs/document.ts';
import { keepCents } from './keep-cents.ts';
import { listSchemaUses } from './list-schema-uses.ts';
import { loosenSchema } from './loosen-schema.ts';
import { stripExtensions } from './strip-extensions.ts';

/** Short, because most generators write it at the head of every file. */
const about = 'Payment invoices. Derived from the contract for generators of clients and servers; the contract is what holds.';

/** The response of a refusal that the contract documents for no operation, a wrong base URL above all. */
const undocumented = {
  description: 'A refusal that the operation does not document, as of a wrong base URL.',
  content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
};

/**
 * Derives from the contract the document that generators of other languages are given.
 * @throws Error when the contract uses a schema in a way that has no loosened form yet
 */
export function deriveDocument(contract: Node): Node {
  const document = structuredClone(contract);
  const components = document.components as Record<string, Node>;
  components.schemas = loosenSchemas(document, components.schemas ?? {});
  components.responses = { ...components.responses, UndocumentedRefusal: undocumented };
  for (const { isCallback, value } of listOperations(document.paths)) {
    if (isCallback) continue;
    value.responses = { ...(value.responses as Node), '4XX': { $ref: '#/components/responses/UndocumentedRefusal' } };
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

/** The schemas of responses loosened, those of requests as they are, and the values of each open list as one of its own. */
function loosenSchemas(document: Node, schemas: Node): Node {
  const { requests, results, problems } = listSchemaUses(document);
  const known: Node = {};
  const loose = Object.fromEntries(
    nodesOf(schemas).map(([name, schema]) => {
      if (schema['x-open-enum'] === true) known[`Known${name}`] = nameValues(name, schema);
      const isRead = results.has(name) || problems.has(name);
      return [name, isRead ? loosenSchema(schema, { isProblem: !results.has(name) }) : schema];
    }),
  );
  const shared = Object.keys(schemas).filter((name) => requests.has(name) && (results.has(name) || problems.has(name)));
  for (const name of shared) {
    if (isNode(schemas[name]) && 'properties' in schemas[name])
      throw new Error(`${name} stands in requests and in responses: give each a schema of its own, so that responses can be read loosely.`);
  }
  const inlined = inlineShared(loose, shared, [...results, ...problems]);
  return { ...inlined, ...Object.fromEntries(shared.map((name) => [name, schemas[name]])), ...known };
}

/** Puts the loose form of what requests hold too in place of references to it: the component itself stays as strict as it is. */
function inlineShared(loose: Node, shared: readonly string[], read: readonly string[]): Node {
  const inline = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(inline);
    if (!isNode(value)) return value;
    const name = shared.find((one) => value.$ref === `#/components/schemas/${one}`);
    if (name === undefined) return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, inline(part)]));
    const { $ref: _ref, ...beside } = value;
    return { ...(loose[name] as Node), ...beside };
  };
  return Object.fromEntries(Object.entries(loose).map(([name, schema]) => [name, read.includes(name) ? inline(schema) : schema]));
}

function nameValues(name: string, { enum: values }: Node): Node {
  return { type: 'string', description: `The values of ${name} that are known now.`, enum: values };
}
