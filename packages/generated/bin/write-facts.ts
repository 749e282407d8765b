import { type Contract, resolve, type Schema } from './write-operations.ts';

interface RateLimit {
  name: string;
  per: string;
  requests?: number;
  failures?: number;
  seconds: number;
}

/** An object of the contract whose facts are looked up one by one. */
type Facts = Record<string, unknown> | undefined;

/**
 * Writes the facts that servers need and clients do not: features, scopes, the field with which an operation names an
 * invoice, limits and times.
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
    constant('What a deployment may claim beyond the core.', 'features', root?.['x-features'] ?? {}),
    constant('The scopes that a token may hold.', 'scopes', Object.assign({}, ...schemes.map((scheme) => scheme?.['x-scopes']))),
    constant(
      'The feature of each operation that not every deployment has.',
      'operationFeatures',
      ofOperations((operation) => operation['x-feature']),
    ),
    constant('The feature of each status that not every deployment has.', 'statusFeatures', featuresOf(lifecycle?.states)),
    constant(
      'The field of a request that names an invoice.',
      'identifiers',
      ofOperations((operation) => identifierOf(contract, operation.requestBody)),
    ),
    constant(
      'Which URLs each field of a request takes.',
      'urlRules',
      ofOperations((operation) => urlRulesOf(contract, operation.requestBody)),
    ),
    constant(
      'Each limit on requests, or on failures, of an account, an invoice or an address.',
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
      'Every extension of the contract, for validators, which look at none of them.',
      'extensions',
      extensionsOf(contract),
    ),
    constant('Bytes that a request body may have.', 'bodyLimit', root?.['x-body-limit'] ?? null),
    constant(
      'Seconds that an invoice can be paid: unless the operator sets another time, and at most.',
      'invoiceLifetime',
      expiresAt?.['x-lifetime'] ?? null,
    ),
    constant('Seconds that an idempotency key is kept.', 'keptSeconds', parameters.IdempotencyKey?.['x-kept-seconds'] ?? null),
    constant(
      'Seconds that a payment may lie before the invoice and still belong to it.',
      'paidBeforeCreation',
      schemas.InvoiceStatus?.['x-paid-before-creation'] ?? null,
    ),
    constant('When a callback is tried again, in seconds.', 'delivery', delivery?.['x-delivery'] ?? null),
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
  // TypeScript allows no const assertion on null.
  const literal = value === null ? 'null' : `${JSON.stringify(value, null, 2)} as const`;
  return `/** ${doc} */\nexport const ${name} = ${literal};\n`;
}
