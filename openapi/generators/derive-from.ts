import { followReference } from '../reader/follow-reference.ts';
import { entriesOf, itemsOf, type Node, nodesOf } from '../reader/json.ts';
import { listOperations, type Operation } from '../reader/list-operations.ts';
import { parseContract } from '../reader/parse-contract.ts';
import { walkDocument } from '../reader/walk-document.ts';
import { applySteps, deriveDocument, type Step, steps } from './derive-document.ts';

/**
 * Derives the documents for generators from a contract's text, each with its file name: one in OpenAPI 3.1; the same in OpenAPI
 * 3.0, for tools that cannot read 3.1; and a plain one, for tools that support only a part of 3.0.
 * @param name the name that error messages use for the contract
 * @throws Error when nothing can be derived
 */
export function deriveFrom(text: string, name: string): [file: string, text: string][] {
  const document = deriveDocument(parseContract(text, name));
  const older = writeIn30(document);
  return [
    ['openapi.generators.json', `${JSON.stringify(document, null, 2)}\n`],
    // Writes the two documents for OpenAPI 3.0 without line breaks, to keep packages small. Only tools read these documents.
    ['openapi.generators-3.0.json', `${JSON.stringify(older)}\n`],
    ['openapi.generators-plain.json', `${JSON.stringify(writePlain(older))}\n`],
    ['differences.md', describeSteps()],
  ];
}

function describeSteps(): string {
  const rows = (document: string, taken: readonly Step[]): string[] =>
    taken.map(({ line: [contract, written, because] }) => `| ${document} | ${contract} | ${written} | ${because} |`);
  const head = ['| Document | In the contract | In the document | Because otherwise |', '| --- | --- | --- | --- |'];
  return `${[...head, ...rows('all', steps), ...rows('3.0, plain', stepsTo30), ...rows('plain', stepsToPlain)].join('\n')}\n`;
}

/** Keywords that OpenAPI 3.0 does not have. They are removed, so the schema accepts more values than before. */
const newer = [
  ...'$schema $id $anchor $comment $defs if then else dependentSchemas dependentRequired contains minContains'.split(' '),
  ...'prefixItems patternProperties propertyNames unevaluatedProperties unevaluatedItems contentEncoding'.split(' '),
  ...'maxContains contentMediaType contentSchema jsonSchemaDialect webhooks pathItems'.split(' '),
];

/** The steps that rewrite the document in OpenAPI 3.0, for tools that cannot read 3.1. They leave out what 3.0 cannot express. */
export const stepsTo30: readonly Step[] = [
  {
    id: 'older-words',
    line: ['OpenAPI 3.1', 'OpenAPI 3.0', 'progenitor refuses 3.1, swagger-codegen and others misread it'],
    change(document) {
      document.openapi = '3.0.3';
      delete document.info?.summary;
      const { license } = document.info ?? {};
      if (license?.identifier)
        document.info.license = { name: license.name, url: `https://spdx.org/licenses/${license.identifier}.html` };
      for (const { node } of walkDocument(document)) {
        for (const word of newer) delete node[word];
        rewriteSchema(node);
      }
      for (const { node } of operationsOf(document)) for (const needed of itemsOf(node.security)) dropRoles(document, needed);
    },
  },
  {
    id: 'plain-statuses',
    line: [
      'responses to statuses such as `4XX`',
      'none: `4XX` is 404 where an operation has no 404, for a wrong base URL, and `2XX` of a callback is 200',
      'rust-server, python-fastapi and NSwag write `4XX` into their source, which does not compile; feTS takes a problem for a 200',
    ],
    change(document) {
      for (const { node } of listOperations(document, document.paths, ['paths']))
        if (node.responses?.['4XX']) node.responses = { 404: node.responses['4XX'], ...node.responses };
      for (const { node } of operationsOf(document))
        node.responses = Object.fromEntries(
          entriesOf(node.responses)
            .map(([status, response]): [string, unknown] => [status === '2XX' ? '200' : status, response])
            .filter(([status]) => !status.endsWith('XX')),
        );
    },
  },
  {
    id: 'responses-in-place',
    line: [
      'responses are referred to',
      'each stands in its operation',
      'swagger-typescript-api reads none, and `data` is always null',
    ],
    change(document) {
      const copyOf = (response: unknown) => structuredClone(followReference(document, response, []).node);
      for (const { node } of operationsOf(document))
        node.responses = Object.fromEntries(entriesOf(node.responses).map(([status, response]) => [status, copyOf(response)]));
      delete document.components?.responses;
    },
  },
];

/** The steps that make the plain document, which is separate because each step helps a few generators and hinders the others. */
export const stepsToPlain: readonly Step[] = [
  {
    id: 'lists-in-place',
    line: ['`InvoiceStatus` has a name', 'its values stand where it is used', 'perl reads an empty object for the status'],
    change(document) {
      const all = nodesOf(document.components.schemas);
      const lists = Object.fromEntries(all.filter(([, schema]) => schema.enum && schema.type === 'string'));
      for (const { node } of walkDocument(document)) {
        const list = lists[String(node.$ref).replace('#/components/schemas/', '')];
        if (!list) continue;
        delete node.$ref;
        Object.assign(node, structuredClone(list));
      }
    },
  },
  {
    id: 'null-in-part',
    line: [
      '`receiptId`, `paidAmount` and `returnUrl` are there, and may be null',
      'they may be missing too',
      'c, haskell-http-client and scala-sttp read no invoice that has a null',
    ],
    change(document) {
      for (const { node } of walkDocument(document))
        if (Array.isArray(node.required) && node.properties)
          node.required = node.required.filter((name: string) => node.properties[name]?.nullable !== true);
    },
  },
  {
    id: 'problems-as-json',
    line: ['refusals are `application/problem+json`', '`application/json`', 'progenitor makes bytes of them'],
    change(document) {
      for (const { node } of operationsOf(document))
        for (const [, { content }] of nodesOf(node.responses)) {
          if (!content?.['application/problem+json']) continue;
          content['application/json'] = content['application/problem+json'];
          delete content['application/problem+json'];
        }
    },
  },
  {
    id: 'no-callbacks',
    line: ['create describes its callback', 'it does not', 'rust-server writes a server for it that does not compile'],
    change(document) {
      for (const { node } of listOperations(document, document.paths, ['paths'])) delete node.callbacks;
    },
  },
];

/** Rewrites an OpenAPI 3.1 document in 3.0. `without` is a step to leave out. */
export function writeIn30(document: Node, without?: string): Node {
  return applySteps(stepsTo30, structuredClone(document), without);
}

/** Simplifies an OpenAPI 3.0 document as far as possible. `without` is a step to leave out. */
export function writePlain(document: Node, without?: string): Node {
  return applySteps(stepsToPlain, structuredClone(document), without);
}

function operationsOf(document: Node): Operation[] {
  return listOperations(document, document.paths, ['paths']).flatMap((operation) => [operation, ...operation.callbacks]);
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

/** Removes scopes from a security requirement, except for OAuth 2 and OpenID Connect: in OpenAPI 3.0, only these have scopes. */
function dropRoles(document: Node, needed: Node): void {
  for (const [name] of entriesOf(needed))
    if (!['oauth2', 'openIdConnect'].includes(document.components?.securitySchemes?.[name]?.type)) needed[name] = [];
}
