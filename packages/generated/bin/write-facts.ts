import { type Contract, resolve, type Schema } from './write-operations.ts';

interface RateLimit {
  name: string;
  per: string;
  requests?: number;
  failures?: number;
  seconds: number;
}

/** Any object of the contract. Its facts are read by their names. */
type Facts = Record<string, unknown> | undefined;

/**
 * Writes the facts that servers need but clients do not: features, scopes, limits, times, and for each operation the request
 * field that contains the invoice's id.
 */
export function writeFacts(contract: Contract): string {
  const root = contract as Facts;
  const operations = Object.values(contract.paths ?? {})
    .flatMap((item) => Object.values(item))
    .flatMap((operation) => (operation?.operationId ? [operation] : []));
  const ofOperations = <T>(read: (operation: (typeof operations)[number]) => T | undefined) =>
    Object.fromEntries(operations.flatMap((operation) => [[operation.operationId, read(operation)]]));
  const {
    securitySchemes = {},
    schemas = {},
    parameters = {},
  } = (contract.components ?? {}) as Record<string, Record<string, Facts>>;
  const schemes = Object.values(securitySchemes);
  const limits = [
    ...operations.map((operation) => [operation.operationId, operation] as const),
    ...schemes.map((scheme) => [undefined, scheme] as const),
  ];
  const expiresAt = contract.components?.schemas?.PaymentInvoice?.properties?.expiresAt as Facts;
  const callbacks = operations.flatMap(({ callbacks }) => Object.values(callbacks ?? {}).flatMap((item) => Object.values(item)));
  const delivery = callbacks.flatMap((item) => Object.values(item ?? {})).find((operation) => 'x-delivery' in operation);
  const lifecycle = contract.components?.schemas?.InvoiceStatus?.['x-lifecycle'];
  return [
    constant('The features that a deployment may claim beyond the core.', 'features', root?.['x-features'] ?? {}),
    constant('The scopes that a token may hold.', 'scopes', Object.assign({}, ...schemes.map((scheme) => scheme?.['x-scopes']))),
    constant(
      'The feature that each optional operation belongs to.',
      'operationFeatures',
      ofOperations((operation) => operation['x-feature']),
    ),
    constant('The feature that each optional status belongs to.', 'statusFeatures', featuresOf(lifecycle?.states)),
    constant(
      'The field of a request that names an invoice.',
      'identifiers',
      ofOperations((operation) => identifierOf(contract, operation.requestBody)),
    ),
    constant(
      'The URLs that each field of a request accepts.',
      'urlRules',
      ofOperations((operation) => urlRulesOf(contract, operation.requestBody)),
    ),
    constant(
      'The limits on requests, or on failures, for each account, invoice or address.',
      'rateLimits',
      Object.fromEntries(
        limits.flatMap(([operation, owner]) =>
          limitsOf(owner as Facts).map(({ name, ...limit }) => [
            name,
            { operation, per: limit.per, requests: limit.requests, failures: limit.failures, seconds: limit.seconds },
          ]),
        ),
      ),
    ),
    constant(
      'The names of all extensions in the contract, which validators have to ignore.',
      'extensions',
      extensionsOf(contract),
    ),
    constant('The maximum number of bytes in a request body.', 'bodyLimit', root?.['x-body-limit'] ?? null),
    constant(
      'The seconds for which an invoice can be paid: the default and the maximum.',
      'invoiceLifetime',
      expiresAt?.['x-lifetime'] ?? null,
    ),
    constant(
      'The seconds for which an idempotency key is kept.',
      'keptSeconds',
      parameters.IdempotencyKey?.['x-kept-seconds'] ?? null,
    ),
    constant(
      'The seconds by which a payment may be dated before its invoice.',
      'paidBeforeCreation',
      schemas.InvoiceStatus?.['x-paid-before-creation'] ?? null,
    ),
    constant(
      'The delays and time limits of callbacks, in seconds. The jitter is a fraction of a delay.',
      'delivery',
      delivery?.['x-delivery'] ?? null,
    ),
  ].join('');
}

function featuresOf(states: Record<string, { 'x-feature'?: string }> = {}): object {
  return Object.fromEntries(Object.entries(states).map(([state, facts]) => [state, facts['x-feature']]));
}

function identifierOf(contract: Contract, body: unknown): string | undefined {
  const properties = propertiesOf(contract, body);
  return Object.keys(properties).find(
    (name) => properties[name]?.type !== 'array' && properties[name]?.['x-identifies'] !== undefined,
  );
}

function urlRulesOf(contract: Contract, body: unknown): object | undefined {
  const rules = Object.entries(propertiesOf(contract, body)).flatMap(([name, property]) =>
    property['x-url'] === undefined ? [] : [[name, property['x-url']]],
  );
  return rules.length === 0 ? undefined : Object.fromEntries(rules);
}

function propertiesOf(contract: Contract, body: unknown): NonNullable<Schema['properties']> {
  const { content } = resolve<{ content?: Record<string, { schema?: Schema }> }>(contract, body) ?? {};
  return resolve<Schema>(contract, content?.['application/json']?.schema)?.properties ?? {};
}

function limitsOf(owner: Facts): RateLimit[] {
  return (owner?.['x-rate-limits'] ?? []) as RateLimit[];
}

/** Lists the keys that begin with `x-`, at any depth, in alphabetical order. */
function extensionsOf(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  const own = Array.isArray(value) ? [] : Object.keys(value).filter((key) => key.startsWith('x-'));
  return [...new Set([...own, ...Object.values(value).flatMap(extensionsOf)])].sort();
}

function constant(doc: string, name: string, value: unknown): string {
  // A const assertion on null is not valid TypeScript.
  const literal = value === null ? 'null' : `${JSON.stringify(value, null, 2)} as const`;
  return `/** ${doc} */\nexport const ${name} = ${literal};\n`;
}
