import { isNode, type Node, nodesOf } from '../reader/json.ts';
import { listOperations } from '../reader/list-operations.ts';
import { walkDocument } from '../reader/walk-document.ts';
import { dropBounds, dropRequired, listSchemaUses, prefix, splitSharedSchemas } from './loosen-schema.ts';

/** The description of the document. It is short, because most generators copy it to the top of every file. */
const about = 'Payment invoices. Derived from the contract for generators of clients and servers; the contract is what holds.';
/** The response for all error statuses that an operation does not document. Most such errors are caused by a wrong base URL. */
const undocumented = {
  description: 'Any other refusal, such as that of a wrong base URL.',
  content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
};

/** A step in deriving a document for generators from the contract. A test leaves out single steps to show what each is for. */
export interface Step {
  id: string;
  /** A row of the guide's table: what the contract has, what the document has instead, and what generators would do wrong. */
  line: readonly [contract: string, document: string, because: string];
  /** Changes the document in place, or returns a new one. */
  change(document: Node): unknown;
}

const responsesOf = (document: Node): Node[] => {
  const { results, problems } = listSchemaUses(document);
  return [...results, ...problems].map((name) => schemasOf(document)[name]);
};

/** The steps that derive the OpenAPI 3.1 document. */
export const steps: readonly Step[] = [
  {
    id: 'values-in-place',
    line: [
      'a text or a number may have a name, such as `CashTag`',
      'it stands where it is used',
      'Go, Java, Kotlin and Rust wrap each value in a class',
    ],
    change: inlineValues,
  },
  {
    id: 'two-of-shared',
    line: [
      'a schema may be sent and read',
      'it is two: the one that is sent stays strict',
      'requests would be as loose as responses',
    ],
    change: splitSharedSchemas,
  },
  {
    id: 'open-lists',
    line: [
      'problem codes are a list that may grow',
      'strings, and the lists `KnownProblemCode` and others',
      'a new code makes five of nine clients lose the whole problem',
    ],
    change: openLists,
  },
  {
    id: 'no-bounds',
    line: [
      'a response has exact formats and bounds',
      'none, other than that of times',
      'the note of a deployment that claims no feature makes a client refuse the invoice',
    ],
    change: (document) => responsesOf(document).forEach(dropBounds),
  },
  {
    id: 'urls-as-text',
    line: [
      'URLs have `format: uri`',
      'text, of the same length',
      'Spring makes a type of it whose length it cannot check, and each create is 500; ogen writes `https` for `HTTPS`',
    ],
    change(document) {
      for (const { node } of walkDocument(document)) if (node.format === 'uri') delete node.format;
    },
  },
  {
    id: 'problems-in-part',
    line: ['the fields of a problem are required', 'all may be missing', 'an error of a proxy hides its own status'],
    change(document) {
      const { results, problems } = listSchemaUses(document);
      for (const name of problems) if (!results.has(name)) dropRequired(schemasOf(document)[name]);
    },
  },
  {
    id: 'any-refusal',
    line: [
      'only the documented statuses have a body',
      'any other 4xx is a problem too',
      'the 404 of a wrong base URL has no type',
    ],
    change(document) {
      document.components.responses = { ...document.components.responses, UndocumentedRefusal: undocumented };
      for (const { node } of listOperations(document, document.paths, ['paths']))
        node.responses = { ...node.responses, '4XX': { $ref: '#/components/responses/UndocumentedRefusal' } };
    },
  },
  {
    id: 'headers-in-part',
    line: [
      'responses have headers',
      'each may be missing, and has no bounds',
      'a proxy that drops one costs a client the response',
    ],
    change(document) {
      for (const [, header] of nodesOf(document.components.headers)) {
        header.required = false;
        dropBounds(header.schema);
      }
    },
  },
  {
    id: 'no-links',
    line: [
      'responses link to the next operation',
      'no links',
      'openapi-generator refuses the document: it takes the body of a link for a string',
    ],
    change(document) {
      delete document.components.links;
      for (const [, response] of nodesOf(document.components.responses)) delete response.links;
    },
  },
  {
    id: 'unset-is-absent',
    line: [
      'null for an optional field is the field left out',
      'such a field is never null',
      'Go and C# make a type of their own for what is absent or null',
    ],
    change: leaveOutNull,
  },
  {
    id: 'no-not',
    line: [
      'a tag without `$` is no longer than 20 characters, by `not`',
      'the pattern says the rest',
      'swagger-typescript-api makes the tag `any`',
    ],
    change(document) {
      for (const { node } of walkDocument(document)) delete node.not;
    },
  },
  {
    id: 'quotes-by-number',
    line: [
      'the pattern of `Idempotency-Key` holds a `"`',
      'it is written `\\x22`',
      'rust-axum writes `&quot;` into a string, which does not compile',
    ],
    change(document) {
      for (const { node } of walkDocument(document))
        if (typeof node.pattern === 'string') node.pattern = node.pattern.replaceAll('"', '\\x22');
    },
  },
  {
    id: 'short-description',
    line: ['the contract describes itself', 'one sentence', 'most generators write it at the head of each file'],
    change: (document) => void Object.assign(document.info, { description: about }),
  },
  {
    id: 'no-extensions',
    line: ['facts stand in extensions, `x-…`', 'none', 'some generators read them as schemas, or stumble over them'],
    change: (document) => stripExtensions(document) as Node,
  },
  {
    id: 'doubles',
    line: ['amounts are numbers', 'numbers of `format: double`', 'Go uses 32 bits: 131072.13 is sent as 131072.12'],
    change: (document) => keepCents(document) as Node,
  },
];

/** Derives the document that generators for other languages read. `without` is a step to leave out. */
export function deriveDocument(contract: Node, without?: string): Node {
  return applySteps(steps, structuredClone(contract), without);
}

/** Applies steps to a document. `without` is a step to leave out. */
export function applySteps(taken: readonly Step[], document: Node, without?: string): Node {
  return taken.filter(({ id }) => id !== without).reduce((now, { change }) => (change(now) ?? now) as Node, document);
}

const schemasOf = (document: Node): Node => document.components.schemas;

/** Replaces each open enum, which may get more values later, with a plain string. The known values become separate schemas. */
function openLists(document: Node): void {
  const schemas = schemasOf(document);
  const known = nodesOf(schemas).filter(([, schema]) => schema['x-open-enum'] === true);
  const named = known.map(([name, { enum: values }]): [string, Node] => [
    `Known${name}`,
    { type: 'string', description: `The values of ${name} that are known now.`, enum: values },
  ]);
  for (const schema of responsesOf(document))
    for (const { node } of walkDocument(schema)) {
      if (node['x-open-enum'] !== true) continue;
      node.description = [node.description, nameKnown(node.enum)].filter(Boolean).join(' ');
      delete node.enum;
    }
  const written = JSON.stringify(document);
  for (const [name] of known) if (!written.includes(`"${prefix}${name}"`)) delete schemas[name];
  Object.assign(schemas, Object.fromEntries(named));
}

function nameKnown(values: unknown): string {
  return `Known values: ${Array.isArray(values) ? values.map((value) => `\`${value}\``).join(', ') : 'none'}.`;
}

/** Removes null from optional fields of requests: clients can omit them, and generators would make a type for "value or null". */
function leaveOutNull(document: Node): void {
  const { schemas = {} } = document.components as Record<string, Node>;
  for (const name of listSchemaUses(document).requests) {
    const { properties, required } = schemas[name] as Node;
    for (const [property, schema] of nodesOf(properties)) {
      const types = [schema.type].flat().filter((type) => type !== 'null');
      if (types.length === 1 && !(required as unknown[] | undefined)?.includes(property)) [schema.type] = types;
    }
  }
}

/** Returns a copy with format `double` on numbers without a format: some generators use 32 bits, too few for 131072.13. */
function keepCents(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(keepCents);
  if (!isNode(value)) return value;
  const copy = Object.fromEntries(Object.entries(value).map(([name, part]) => [name, keepCents(part)]));
  const isNumber = [value.type].flat().includes('number');
  return isNumber && value.format === undefined ? { ...copy, format: 'double' } : copy;
}

/** Keywords whose value is data. A key in this data may have the name of a keyword, but is not a keyword. */
const data = new Set(['example', 'examples', 'default', 'enum', 'const']);
/** Keywords whose value has keys that the contract's author chose. Such a key may begin with `x-`. */
const maps = new Set(['properties', 'headers', 'schemas', 'parameters', 'links', 'callbacks', 'paths', 'content', 'responses']);

/** Returns a copy without extensions (`x-…`), because some generators read extensions as schemas or fail on them. */
function stripExtensions(value: unknown, keyword = ''): unknown {
  if (Array.isArray(value)) return value.map((item) => stripExtensions(item));
  if (!isNode(value)) return value;
  if (maps.has(keyword)) return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, stripExtensions(part)]));
  const kept = Object.entries(value).filter(([name]) => !name.startsWith('x-'));
  return Object.fromEntries(kept.map(([name, part]) => [name, data.has(name) ? part : stripExtensions(part, name)]));
}

/**
 * Returns a copy in which each reference to a named value is replaced with the value's schema, because many generators would wrap
 * the value in a class. Does not replace closed enums. Requests and responses then share no replaced schema.
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
