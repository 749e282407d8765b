import { followReference } from '../reader/follow-reference.ts';
import { entriesOf, itemsOf, type Node, type Place } from '../reader/json.ts';
import { listOperations } from '../reader/list-operations.ts';
import { walkDocument } from '../reader/walk-document.ts';

/** Words that OpenAPI 3.0 does not have, and whose absence lets a schema take more. */
const newer = [
  ...'$schema $id $anchor $comment $defs if then else dependentSchemas dependentRequired contains minContains maxContains'.split(
    ' ',
  ),
  ...'prefixItems patternProperties propertyNames unevaluatedProperties unevaluatedItems contentEncoding'.split(' '),
  ...'contentMediaType contentSchema jsonSchemaDialect webhooks pathItems'.split(' '),
];

/**
 * Writes a document of OpenAPI 3.1 for tools that read OpenAPI 3.0 only, or read little: what 3.0 has no word for is left out, and each
 * operation has its responses in place, refusals each for one status: several tools read no reference to a response, or no `4XX`.
 */
export function writeIn30(document: Node): Node {
  const older = structuredClone(document);
  older.openapi = '3.0.3';
  delete older.info?.summary;
  delete older.info?.license?.identifier;
  for (const { node } of walkDocument(older)) {
    for (const word of newer) delete node[word];
    rewriteSchema(node);
  }
  for (const operation of listOperations(older, older.paths, ['paths']))
    for (const { node, at, callback } of [operation, ...operation.callbacks]) {
      for (const needed of itemsOf(node.security)) dropRoles(older, needed);
      node.responses = Object.fromEntries(
        entriesOf(node.responses)
          .filter(([status]) => callback !== undefined || !/^[45]XX$/.test(status))
          .map(([status, response]) => [status, copyOf(older, response, [...at, 'responses', status])]),
      );
    }
  delete older.components?.responses;
  return older;
}

function copyOf(document: Node, response: unknown, at: Place): Node {
  return structuredClone(followReference(document, response, at).node);
}

function rewriteSchema(schema: Node): void {
  if (Array.isArray(schema.type)) {
    const types = schema.type.filter((type) => type !== 'null');
    if (types.length < schema.type.length) schema.nullable = true;
    if (types.length > 1) schema.anyOf = types.map((type) => ({ type }));
    if (types.length === 1) [schema.type] = types;
    else delete schema.type;
  }
  for (const choice of ['anyOf', 'oneOf']) {
    const kinds = itemsOf(schema[choice]).filter((kind) => kind?.type !== 'null');
    if (kinds.length === itemsOf(schema[choice]).length) continue;
    Object.assign(schema, { [choice]: kinds, nullable: true });
  }
  if (Array.isArray(schema.examples)) {
    schema.example = schema.examples.find((example) => example !== null) ?? null;
    delete schema.examples;
  }
  if ('const' in schema) {
    schema.enum = [schema.const];
    delete schema.const;
  }
  for (const [bound, limit] of [
    ['exclusiveMinimum', 'minimum'],
    ['exclusiveMaximum', 'maximum'],
  ] as const)
    if (typeof schema[bound] === 'number') Object.assign(schema, { [limit]: schema[bound], [bound]: true });
}

/** Leaves out the roles that an operation needs: only OAuth's and OpenID's schemes have them. */
function dropRoles(document: Node, needed: Node): void {
  for (const [name] of entriesOf(needed))
    if (!['oauth2', 'openIdConnect'].includes(document.components?.securitySchemes?.[name]?.type)) needed[name] = [];
}
