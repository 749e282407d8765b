import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { load } from 'js-yaml';

/** An operation, as far as the server needs to know it. */
export interface OperationFacts {
  id: string;
  method: string;
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

/** A property of a request. */
export interface PropertyFacts {
  default?: unknown;
  'x-url'?: { fragment?: boolean; hosts?: string };
}

/** A transition of the lifecycle. */
export interface TransitionFacts {
  event: string;
  from: string[];
  to?: string;
  problem?: string;
  callback?: string;
}

/** Everything that the server reads in a contract: limits, scopes, grammars, and what it does not know by itself. */
export interface Facts {
  operations: Map<string, OperationFacts>;
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
  problems: Record<string, { status: number; title: string }>;
  terminal: string[];
  /** Causes by event: the operationId. */
  events: Record<string, { operation?: string }>;
  transitions: TransitionFacts[];
}

// biome-ignore lint/suspicious/noExplicitAny: the document is read as it is; the suite's own tests hold its form.
type Node = any;

const known = new Map<string, Facts>();

/** Reads the facts of the contract that ships with the suite, or of another. */
export function readFacts(path = createRequire(import.meta.url).resolve('@payment-invoice/contract/openapi.yaml')): Facts {
  const facts = known.get(path) ?? factsOf(load(readFileSync(path, 'utf8')));
  known.set(path, facts);
  return facts;
}

function factsOf(document: Node): Facts {
  const ajv = new Ajv2020({ allErrors: true, strict: false, validateSchema: false, formats: { uri: isUrl, 'date-time': true } });
  ajv.addSchema(document, 'contract');
  const { securitySchemes, schemas, parameters } = document.components;
  const scheme = securitySchemes.bearerAuth;
  const lifecycle = schemas.InvoiceStatus['x-lifecycle'];
  const shown: [string, Node][] = Object.entries(schemas.PaymentInvoice.properties);
  const [create] = Object.values<Node>(document.paths).map((item) => item.post);
  const callback = Object.values<Node>(Object.values<Node>(create.callbacks)[0])[0].post;
  return {
    operations: new Map(
      Object.entries<Node>(document.paths).flatMap(([path, item]) =>
        Object.entries<Node>(item).map(([method, operation]) => [path, operationOf(document, ajv, method, operation)] as const),
      ),
    ),
    scopes: Object.keys(scheme['x-scopes']),
    features: Object.keys(document['x-features']),
    bodyLimit: document['x-body-limit'],
    wrongTokens: scheme['x-rate-limits'][0],
    echoes: new Map(shown.flatMap(([name, property]) => (property['x-echoes'] ? [[name, property['x-echoes'].property]] : []))),
    key: new RegExp(parameters.IdempotencyKey.schema.pattern),
    keptSeconds: parameters.IdempotencyKey['x-kept-seconds'],
    lifetimeSeconds: schemas.PaymentInvoice.properties.expiresAt['x-lifetime'].default,
    delays: callback['x-delivery'].delays,
    problems: document['x-problems'],
    ...lifecycle,
  };
}

function operationOf(document: Node, ajv: Ajv2020, method: string, operation: Node): OperationFacts {
  const reference = operation.requestBody.content['application/json'].schema.$ref;
  const properties = Object.fromEntries(
    Object.entries<Node>(follow(document, { $ref: reference }).properties).map(([name, property]) => [
      name,
      { ...follow(document, property), ...property },
    ]),
  );
  const own = ['X-Request-Id', 'Cache-Control', 'RateLimit', 'RateLimit-Policy', 'Idempotent-Replayed'];
  const headers = Object.entries<Node>(follow(document, operation.responses['200']).headers ?? {}).flatMap(([name, header]) => {
    const { schema, example } = follow(document, header);
    return own.includes(name) ? [] : [[name, String(example ?? schema.examples?.[0] ?? schema.enum?.[0] ?? 'text')]];
  });
  return {
    id: operation.operationId,
    method: method.toUpperCase(),
    scope: operation.security[0].bearerAuth[0],
    limits: operation['x-rate-limits'],
    identifies: Object.keys(properties).find((name) => 'x-identifies' in properties[name]),
    properties,
    validate: ajv.compile({ $ref: `contract${reference}` }),
    headers: Object.fromEntries(headers),
  };
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
