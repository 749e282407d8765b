import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { load } from 'js-yaml';
import type { UrlRule } from './check-url.ts';

/** An operation, as far as the server needs to know it. */
export interface OperationFacts {
  id: string;
  method: string;
  /** Matches its path; the values of a template are the groups p0, p1 and so on, of these names. */
  path: RegExp;
  pathNames: string[];
  parameters: ParameterFacts[];
  hasBody: boolean;
  /** Status and body of a success that shows no invoice. */
  status: number;
  sample: unknown;
  scope: string;
  /** Requests in a span of seconds, of an account and of an invoice. */
  limits: { per: string; requests: number; seconds: number }[];
  /** The field that names the invoice. */
  identifies: string | undefined;
  properties: Record<string, PropertyFacts>;
  validate: ValidateFunction;
  /** Headers of its success that the server knows nothing else of, each with an example of its value. */
  headers: Record<string, string>;
}

/** A parameter of a request, but for Idempotency-Key, which create reads by itself. */
export interface ParameterFacts {
  name: string;
  in: string;
  required: boolean;
  type: unknown;
  itemType: unknown;
  isJoined: boolean;
  validate: ValidateFunction;
}

export interface PropertyFacts {
  default?: unknown;
  'x-url'?: UrlRule;
}

export interface TransitionFacts {
  event: string;
  from: string[];
  to?: string;
  problem?: string;
  callback?: string;
}

/** Everything that the server reads in a contract: limits, scopes, grammars, and what it does not know by itself. */
export interface Facts {
  operations: OperationFacts[];
  scopes: string[];
  features: string[];
  bodyLimit: number;
  wrongTokens: { failures: number; seconds: number };
  /** Properties of the invoice that repeat one of create: response property to request property. */
  echoes: Map<string, string>;
  key: RegExp;
  keptSeconds: number;
  lifetimeSeconds: number;
  delays: number[];
  /** Seconds of an attempt to send a callback. */
  timeout: number;
  problems: Record<string, { status: number; title: string }>;
  /** Fields of problems and events, and headers of events, that the server does not know by itself, each with an example. */
  added: Record<'problem' | 'event' | 'eventHeaders', Record<string, unknown>>;
  initial: string;
  /** Causes by event: the operationId. */
  events: Record<string, { operation?: string }>;
  transitions: TransitionFacts[];
}

// biome-ignore lint/suspicious/noExplicitAny: the document is read as it is; the suite's own tests hold its form.
type Node = any;

/** An operation as the document states it. */
interface Stated {
  path: string;
  method: string;
  operation: Node;
  /** Parameters of its path. */
  shared: Node[];
}

const methods = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace'];

const known = new Map<string, Facts>();

/** Reads the facts of the contract that ships with the suite, or of another. */
export function readFacts(
  path = createRequire(import.meta.url).resolve('@payment-invoice/contract/openapi.yaml'),
  edit?: (document: unknown) => void,
): Facts {
  if (edit) {
    const document = load(readFileSync(path, 'utf8'));
    edit(document);
    return factsOf(document);
  }
  const facts = known.get(path) ?? factsOf(load(readFileSync(path, 'utf8')));
  known.set(path, facts);
  return facts;
}

function factsOf(document: Node): Facts {
  const ajv = new Ajv2020({ allErrors: true, strict: false, validateSchema: false, multipleOfPrecision: 6 });
  addFormats.default(ajv);
  ajv.addFormat('uri', isUrl);
  ajv.addSchema(document, 'contract');
  const { securitySchemes, schemas, parameters } = document.components;
  const scheme = securitySchemes.bearerAuth;
  const lifecycle = schemas.InvoiceStatus['x-lifecycle'];
  const shown: [string, Node][] = Object.entries(schemas.PaymentInvoice.properties);
  const stated = listOperations(document);
  const [calls] = stated.flatMap(({ operation }) => Object.values<Node>(operation.callbacks ?? {}));
  const callback = Object.values<Node>(follow(document, calls))[0].post;
  return {
    operations: stated.map((one) => operationOf(document, ajv, one)),
    scopes: Object.keys(scheme['x-scopes']),
    features: Object.keys(document['x-features']),
    bodyLimit: document['x-body-limit'],
    wrongTokens: scheme['x-rate-limits'][0],
    echoes: new Map(shown.flatMap(([name, property]) => (property['x-echoes'] ? [[name, property['x-echoes'].property]] : []))),
    key: new RegExp(parameters.IdempotencyKey.schema.pattern),
    keptSeconds: parameters.IdempotencyKey['x-kept-seconds'],
    lifetimeSeconds: schemas.PaymentInvoice.properties.expiresAt['x-lifetime'].default,
    delays: callback['x-delivery'].delays,
    timeout: callback['x-delivery'].timeout,
    problems: document['x-problems'],
    added: {
      problem: examplesOf(document, schemas.Problem.properties, problemFields),
      event: examplesOf(document, schemas.InvoiceEvent.properties, eventFields),
      eventHeaders: Object.fromEntries(
        (callback.parameters ?? []).flatMap(({ name, example }: Node) =>
          eventHeaders.includes(name) ? [] : [[name, String(example ?? 'text')]],
        ),
      ),
    },
    ...lifecycle,
  };
}

const problemFields = ['type', 'title', 'status', 'detail', 'instance', 'code', 'requestId', 'errors'];
const eventFields = ['type', 'timestamp', 'sequence', 'data'];
const eventHeaders = ['webhook-id', 'webhook-timestamp', 'webhook-signature'];

/** Returns an example of each of these properties, but for those that the server knows by itself. */
function examplesOf(document: Node, properties: Node, known: readonly string[]): Record<string, unknown> {
  const others = Object.entries<Node>(properties).filter(([name]) => !known.includes(name));
  return Object.fromEntries(others.map(([name, property]) => [name, sampleOf(document, property)]));
}

/** Lists the operations with what stands around them; a path may say more than its methods, such as a summary. */
function listOperations(document: Node): Stated[] {
  return Object.entries<Node>(document.paths).flatMap(([path, reference]) => {
    const item = follow(document, reference);
    return methods.flatMap((method) =>
      item[method] ? [{ path, method, operation: item[method], shared: item.parameters ?? [] }] : [],
    );
  });
}

function operationOf(document: Node, ajv: Ajv2020, { path, method, operation, shared }: Stated): OperationFacts {
  const body = operation.requestBody?.content['application/json'].schema;
  const properties = Object.fromEntries(
    Object.entries<Node>(follow(document, body)?.properties ?? {}).map(([name, property]) => [
      name,
      { ...follow(document, property), ...property },
    ]),
  );
  const own = ['X-Request-Id', 'Cache-Control', 'RateLimit', 'RateLimit-Policy', 'Idempotent-Replayed'];
  const [status, success] = Object.entries<Node>(operation.responses).find(([code]) => code.startsWith('2')) ?? ['200', {}];
  const shown = follow(document, follow(document, success).content?.['application/json']?.schema);
  const parameters = [...shared, ...(operation.parameters ?? [])].map((one: Node) => follow(document, one));
  const headers = Object.entries<Node>(follow(document, success).headers ?? {}).flatMap(([name, header]) => {
    const { schema, example } = follow(document, header);
    return own.includes(name) ? [] : [[name, String(example ?? schema.examples?.[0] ?? schema.enum?.[0] ?? 'text')]];
  });
  return {
    id: operation.operationId,
    method: method.toUpperCase(),
    ...routeOf(path),
    parameters: parameters.flatMap(({ name, in: place, required = false, explode, schema: reference }: Node) => {
      const schema = inline(document, reference);
      const form = { type: schema.type, itemType: schema.items?.type, isJoined: explode === false };
      // Its form is judged where it is used; here only that it is there.
      if (name === 'Idempotency-Key') return required ? [{ name, in: place, required, ...form, validate: ajv.compile({}) }] : [];
      return [{ name, in: place, required, ...form, validate: ajv.compile(schema) }];
    }),
    hasBody: body !== undefined,
    status: Number(status),
    sample: shown && sampleOf(document, shown),
    scope: operation.security[0].bearerAuth[0],
    limits: operation['x-rate-limits'],
    identifies:
      parameters.find((one: Node) => 'x-identifies' in one)?.name ??
      Object.keys(properties).find((name) => 'x-identifies' in properties[name]),
    properties,
    validate: ajv.compile(body?.$ref === undefined ? (body ?? {}) : { $ref: `contract${body.$ref}` }),
    headers: Object.fromEntries(headers),
  };
}

/** Returns how the path of an operation is recognized. */
function routeOf(path: string): Pick<OperationFacts, 'path' | 'pathNames'> {
  const pathNames = Array.from(path.matchAll(/\{([^}]+)\}/g), ([, name = '']) => name);
  const pattern = pathNames.reduce((text, name, index) => text.replace(`{${name}}`, `(?<p${index}>[^/]+)`), path);
  return { path: new RegExp(`^${pattern}$`), pathNames };
}

/** Makes a value of a schema from its examples, or from those of its properties. */
function sampleOf(document: Node, schema: Node): unknown {
  const { examples, properties = {}, type } = follow(document, schema);
  if (examples) return examples[0];
  if (type === 'array') return [];
  return Object.fromEntries(Object.entries<Node>(properties).map(([name, property]) => [name, sampleOf(document, property)]));
}

/** Returns a schema without references. */
function inline(document: Node, node: Node): Node {
  const schema = follow(document, node);
  if (Array.isArray(schema)) return schema.map((one) => inline(document, one));
  if (typeof schema !== 'object' || schema === null) return schema;
  return Object.fromEntries(Object.entries<Node>(schema).map(([key, part]) => [key, inline(document, part)]));
}

function follow(document: Node, node: Node): Node {
  if (typeof node?.$ref !== 'string') return node;
  const keys = node.$ref.slice(2).split('/');
  return follow(
    document,
    keys.reduce((at: Node, key: string) => at[key], document),
  );
}

function isUrl(value: string): boolean {
  return /^[a-z][a-z\d+.-]*:\/\/([^/?#\s]+)/i.test(value) && !/\s/.test(value) && URL.canParse(value);
}
