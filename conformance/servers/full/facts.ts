import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { load } from 'js-yaml';
import type { UrlRule } from './check-url.ts';
import { codesOf, examplesOf, follow, headersOf, inline, type Node, sampleOf } from './read-document.ts';

/** The facts about an operation that the server needs. */
export interface OperationFacts {
  id: string;
  method: string;
  /** Matches the operation's path. The groups p0, p1 and so on are its parameters, in the order of `pathNames`. */
  path: RegExp;
  pathNames: string[];
  parameters: ParameterFacts[];
  hasBody: boolean;
  /** Status and body of a successful response that contains no invoice. */
  status: number;
  sample: unknown;
  scopes: string[];
  /** Names of headers with an API key that replaces the token, keyed by security scheme. */
  keys: Record<string, string>;
  /** Names of headers with an API key that is sent in addition to the token, keyed by security scheme. */
  keysBeside: Record<string, string>;
  /** Rate limits: at most `requests` in `seconds`, counted per account or per invoice. */
  limits: { per: string; requests: number; seconds: number }[];
  /** The request field that contains an object's id. `identified` names the property of the object that contains the same id. */
  identifies: string | undefined;
  identified: { property: string } | undefined;
  namesInvoice: boolean;
  /** The problem code that is returned if there is no object with the id. */
  unknown: string;
  /** True if the successful response is an invoice. If not, `repeats` pairs its fields with the request fields that they copy. */
  showsInvoice: boolean;
  repeats: [shown: string, sent: string][];
  takesKey: boolean;
  properties: Record<string, PropertyFacts>;
  validate: ValidateFunction;
  /** Headers to add to the successful response because this server's code does not set them, with example values. */
  headers: Record<string, string>;
}

/** A parameter of a request. Excludes Idempotency-Key, which the create handler reads. */
export interface ParameterFacts {
  name: string;
  in: string;
  required: boolean;
  type: unknown;
  itemType: unknown;
  isJoined: boolean;
  default?: unknown;
  validate: ValidateFunction;
}

export interface PropertyFacts {
  default?: unknown;
  'x-url'?: UrlRule;
  'x-relations'?: { is: string; field?: string; decimals?: number | Record<string, number>; requirement: string }[];
  'x-requirements'?: { id: string; item?: string }[];
}

export interface TransitionFacts {
  event: string;
  from: string[];
  to?: string;
  problem?: string;
  callback?: string;
}

/** Facts that the server reads from a contract: limits, scopes, grammars, and examples of what the server's code does not set. */
export interface Facts {
  operations: OperationFacts[];
  scopes: string[];
  features: string[];
  bodyLimit: number;
  wrongTokens: { failures: number; seconds: number };
  /** Invoice properties that repeat a value of the create request, each with the name of the request property. */
  echoes: Map<string, string>;
  key: RegExp;
  keptSeconds: number;
  lifetimeSeconds: number;
  delays: number[];
  /** Seconds after which an attempt to send a callback is abandoned. */
  timeout: number;
  problems: Record<string, { status: number; title: string }>;
  /** Example values for what this server's code does not set: fields of invoices, problems and events, and headers of events. */
  added: Record<'invoice' | 'problem' | 'event' | 'eventHeaders', Record<string, unknown>>;
  /** For each status, headers to add to error responses because this server's code does not set them, with example values. */
  refusalHeaders: Record<string, Record<string, string>>;
  initial: string;
  /** For each lifecycle event: the operationId of the operation that causes it, if any. */
  events: Record<string, { operation?: string }>;
  transitions: TransitionFacts[];
}

/** An operation with its path and method, as the document describes it. */
interface Stated {
  path: string;
  method: string;
  operation: Node;
  /** Parameters that the document declares for the whole path. */
  shared: Node[];
}

const methods = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace'];

const known = new Map<string, Facts>();

/** Reads the facts of a contract. Default: the suite's own contract. */
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
  const ajv = new Ajv2020({ allErrors: true, strict: false, validateSchema: false });
  // Replaces Ajv's check, which is wrong for decimals: in floating-point arithmetic 0.15 / 0.05 is not exactly 3, and with a
  // tolerance, 5e-324 would be a multiple of 0.05.
  ajv.removeKeyword('multipleOf').addKeyword({
    ...{ keyword: 'multipleOf', type: 'number' },
    validate: (step: number, value: number) =>
      Number.isInteger(step) ? value % step === 0 : Number((Math.round(value / step) * step).toPrecision(15)) === value,
  });
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
      invoice: examplesOf(
        document,
        Object.fromEntries(
          shown.filter(([name, property]) => !('x-echoes' in property) && isPromised(schemas.PaymentInvoice, name)),
        ),
        invoiceFields,
      ),
      problem: examplesOf(document, schemas.Problem.properties, problemFields),
      event: examplesOf(document, schemas.InvoiceEvent.properties, eventFields),
      eventHeaders: Object.fromEntries(
        (callback.parameters ?? []).flatMap(({ name, example }: Node) =>
          eventHeaders.includes(name) ? [] : [[name, String(example ?? 'text')]],
        ),
      ),
    },
    refusalHeaders: refusalHeadersOf(document, stated),
    ...lifecycle,
  };
}

function refusalHeadersOf(document: Node, stated: Stated[]): Facts['refusalHeaders'] {
  const found: Facts['refusalHeaders'] = {};
  for (const { operation } of stated)
    for (const [status, response] of Object.entries(operation.responses))
      if (!status.startsWith('2')) found[status] = { ...found[status], ...headersOf(document, response) };
  return found;
}

const invoiceFields = ['id', 'paymentUrl', 'note', 'receiptId', 'paidAmount', 'status', 'expiresAt', 'createdAt'];
const problemFields = ['type', 'title', 'status', 'detail', 'instance', 'code', 'requestId', 'errors'];
const eventFields = ['type', 'timestamp', 'sequence', 'data'];
const eventHeaders = ['webhook-id', 'webhook-timestamp', 'webhook-signature'];

/**
 * Returns whether a response must have a property: it is required, or it belongs to a feature, and this server has every feature.
 */
const isPromised = ({ required, properties }: Node, name: string): boolean =>
  required.includes(name) || 'x-feature' in properties[name];

/**
 * Lists the operations, each with the parameters that its path declares. Skips other keys of a path item, such as its summary.
 */
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
  const [status, success] = Object.entries<Node>(operation.responses).find(([code]) => code.startsWith('2')) ?? ['200', {}];
  const shown = follow(document, follow(document, success).content?.['application/json']?.schema);
  const parameters = [...shared, ...(operation.parameters ?? [])].map((one: Node) => follow(document, one));
  return {
    id: operation.operationId,
    method: method.toUpperCase(),
    ...routeOf(path),
    parameters: parameters.flatMap(({ name, in: place, required = false, explode, schema: reference }: Node) => {
      const schema = inline(document, reference);
      const form = { type: schema.type, itemType: schema.items?.type, isJoined: explode === false };
      // Checks here only that a required key is present. The create handler checks its form.
      if (name === 'Idempotency-Key') return required ? [{ name, in: place, required, ...form, validate: ajv.compile({}) }] : [];
      return [{ name, in: place, required, ...form, default: schema.default, validate: ajv.compile(schema) }];
    }),
    hasBody: body !== undefined,
    status: Number(status),
    sample: shown && sampleOf(document, shown),
    scopes: Object.values<string[]>(operation.security[0]).flat(),
    keys: keysOf(document, operation.security, (names) => names.length === 1),
    keysBeside: keysOf(document, operation.security, (names) => names.length > 1),
    limits: operation['x-rate-limits'],
    ...identifiedBy(parameters, properties),
    unknown: codesOf(document, operation.responses['404']).find((code) => code !== 'not_found') ?? 'invoice_not_found',
    showsInvoice: shown === document.components.schemas.PaymentInvoice,
    repeats: Object.entries<Node>(shown?.properties ?? {}).flatMap(([name, { 'x-echoes': echo }]): [string, string][] =>
      echo?.operation === operation.operationId ? [[name, echo.property]] : [],
    ),
    takesKey: parameters.some(({ name }: Node) => name === 'Idempotency-Key'),
    properties,
    validate: ajv.compile(body?.$ref === undefined ? (body ?? {}) : { $ref: `contract${body.$ref}` }),
    headers: headersOf(document, success),
  };
}

function keysOf(
  { components: { securitySchemes } }: Node,
  alternatives: Node[],
  isMeant: (names: string[]) => boolean,
): Record<string, string> {
  return Object.fromEntries(
    alternatives
      .map((alternative) => Object.keys(alternative))
      .filter(isMeant)
      .flat()
      .flatMap((scheme) =>
        securitySchemes[scheme].type === 'apiKey' ? [[scheme, String(securitySchemes[scheme].name).toLowerCase()]] : [],
      ),
  );
}

/** Returns the request field that contains an object's id, and whether that object is an invoice. */
function identifiedBy(parameters: Node[], properties: Node): Pick<OperationFacts, 'identifies' | 'identified' | 'namesInvoice'> {
  const parameter = parameters.find((one) => 'x-identifies' in one);
  // Skips lists of ids: if a test adds such a list to the contract, the test's own servers look up the ids.
  const name =
    parameter?.name ??
    Object.keys(properties).find((one) => 'x-identifies' in properties[one] && properties[one].type !== 'array');
  const target: string = (parameter ?? properties[name])?.['x-identifies'] ?? '';
  return {
    identifies: name,
    identified: name === undefined ? undefined : { property: target.split('/').at(-1) ?? 'id' },
    namesInvoice: target.startsWith('#/components/schemas/PaymentInvoice/'),
  };
}

function routeOf(path: string): Pick<OperationFacts, 'path' | 'pathNames'> {
  const pathNames = Array.from(path.matchAll(/\{([^}]+)\}/g), ([, name = '']) => name);
  const pattern = pathNames.reduce((text, name, index) => text.replace(`{${name}}`, `(?<p${index}>[^/]+)`), path);
  return { path: new RegExp(`^${pattern}$`), pathNames };
}

function isUrl(value: string): boolean {
  return /^[a-z][a-z\d+.-]*:\/\/([^/?#\s]+)/i.test(value) && !/\s/.test(value) && URL.canParse(value);
}
