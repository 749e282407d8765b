import { type Node, nodesOf } from '../reader/json.ts';
import { listOperations } from '../reader/list-operations.ts';
import { inlineValues } from './inline-values.ts';
import { keepCents } from './keep-cents.ts';
import { listSchemaUses } from './list-schema-uses.ts';
import { loosenSchema } from './loosen-schema.ts';
import { splitSharedSchemas } from './split-shared-schemas.ts';
import { stripExtensions } from './strip-extensions.ts';

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
