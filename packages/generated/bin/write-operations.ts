/** The parts of a bundled contract that the programs here read. */
export interface Contract {
  paths?: Record<string, Record<string, Operation | undefined>>;
  security?: Record<string, string[]>[];
  components?: { schemas?: Record<string, Schema> } & Record<string, unknown>;
}

export interface Operation {
  operationId?: string;
  summary?: string;
  description?: string;
  deprecated?: boolean;
  security?: Record<string, string[]>[];
  parameters?: unknown[];
  requestBody?: unknown;
  responses?: Record<string, unknown>;
  callbacks?: Record<string, Record<string, Record<string, Record<string, unknown>>>>;
  'x-feature'?: string;
}

/** The way in which a response's field repeats a field of the request. */
interface Echo {
  of?: string;
  absent?: unknown;
  ignoring?: string[];
}

/** The parts of a schema that the tables need. */
export interface Schema {
  'x-identifies'?: string;
  'x-url'?: object;
  'x-default'?: object;
  'x-echoes'?: { operation: string; property?: string; or?: string; changedBy?: string; ignoring?: string[] };
  $ref?: string;
  default?: unknown;
  type?: string | string[];
  enum?: string[];
  properties?: Record<string, Schema>;
  required?: string[];
  examples?: unknown[];
  'x-lifecycle'?: Lifecycle;
}

/** The parts of an x-lifecycle that the tables need. */
export interface Lifecycle {
  initial: string;
  states?: Record<string, { 'x-feature'?: string }>;
  events: Record<string, { cause: string; operation?: string }>;
  transitions: { event: string; from: string[]; to?: string; changes?: string[]; problem?: string; callback?: string }[];
}

/**
 * Writes the table of operations as TypeScript: for each its path, its header parameters, and the fields that its response
 * repeats. Each entry has a comment with the contract's description, which editors show when the cursor is on a call. Scopes are
 * in a separate table, because clients do not need them.
 */
export function writeOperations(contract: Contract): string {
  const operations = Object.entries(contract.paths ?? {}).flatMap(([path, item]) =>
    Object.entries(item).flatMap(([method, operation]) => (operation?.operationId ? [{ path, method, operation }] : [])),
  );
  const entries = operations.map(({ path, method, operation }) => {
    const id = String(operation.operationId);
    const request = bodyOf(contract, operation.requestBody);
    const [response = {}] = Object.entries(operation.responses ?? {}).flatMap(([status, response]) =>
      status.startsWith('2') ? [bodyOf(contract, response)] : [],
    );
    const facts = {
      path,
      method: method.toUpperCase(),
      headers: headersOf(contract, operation),
      echoes: echoesOf(contract, id, request, response),
    };
    return `${docOf(operation)}  ${JSON.stringify(id)}: ${JSON.stringify(facts)},\n`;
  });
  const promised = operations.map(({ operation }) => [operation.operationId, requiredHeadersOf(contract, operation)]);
  const scopes = operations.map(({ operation }) => [operation.operationId, scopesOf(contract, operation)]);
  return `/**
 * Every operation of the contract. \`echoes\` are the fields of the response that repeat a field of the request: \`of\` is the
 * request's field when its name differs, \`absent\` the value when it was left out, and \`ignoring\` lists what may differ.
 */
export const operationTable = {\n${entries.join('')}} as const;
/** The headers that each success must have. */
export const requiredHeaders = ${JSON.stringify(Object.fromEntries(promised))} as const;
/** The scopes that each operation needs. */
export const operationScopes = ${JSON.stringify(Object.fromEntries(scopes))} as const;\n`;
}

function scopesOf(contract: Contract, { security = contract.security ?? [] }: Operation): string[] {
  return security.flatMap((scheme) => Object.values(scheme).flat());
}

/** Follows references to a value. */
export function resolve<T>(contract: Contract, value: unknown): T {
  const { $ref } = (value ?? {}) as Schema;
  if ($ref === undefined) return value as T;
  const steps = $ref.replace(/^#\//, '').split('/');
  return resolve(
    contract,
    steps.reduce<unknown>((place, step) => (place as Record<string, unknown>)?.[step], contract),
  );
}

function bodyOf(contract: Contract, holder: unknown): Schema {
  const { content } = resolve<{ content?: Record<string, { schema?: Schema }> }>(contract, holder) ?? {};
  return resolve<Schema>(contract, content?.['application/json']?.schema) ?? {};
}

/**
 * Returns the response fields that repeat a request field. Reads x-echoes, and also x-identifies, because the response must
 * contain the id that the request sent. If the request leaves out an optional field, the response has the field's default, or
 * null.
 */
function echoesOf(contract: Contract, operation: string, request: Schema, response: Schema): Record<string, Echo> {
  const { properties = {}, required = [] } = request;
  const echoes: Record<string, Echo> = {};
  for (const [name, schema] of Object.entries(properties)) {
    const { type, 'x-identifies': target } = resolve<Schema>(contract, schema);
    const [object, identified] = target?.split('/properties/') ?? [];
    // Skips an id that the response does not have to repeat: for example, if the response is an object of another kind with its
    // own id, such as a refund, or if the request contains a list of ids.
    const isShown = object !== undefined && type !== 'array' && resolve(contract, { $ref: object }) === response;
    if (identified && isShown) echoes[identified] = { of: name };
  }
  for (const [name, holder] of Object.entries(response.properties ?? {})) {
    // The extension may be beside a reference or in the schema itself.
    const schema = { ...resolve<Schema>(contract, holder), ...holder };
    const { operation: source, property = name, or, changedBy, ignoring } = schema['x-echoes'] ?? {};
    // Skips a field that repeats a parameter, because the parameter is not in the request's body.
    if (![source, changedBy].includes(operation) || !(property in properties)) continue;
    const { default: value, 'x-default': settled } = resolve<Schema>(contract, properties[property]);
    const isNullable = [schema.type].flat().includes('null');
    // If the property is absent, the value may come from another property (`or`), from settings or from an earlier request.
    const isOpen = or !== undefined || settled !== undefined || source !== operation;
    const isKnown = !isOpen && !required.includes(property) && (value !== undefined || isNullable);
    echoes[name] = {
      ...(property !== name && { of: property }),
      ...(isKnown && { absent: value ?? null }),
      ...(ignoring && { ignoring }),
    };
  }
  return echoes;
}

function requiredHeadersOf(contract: Contract, { responses = {} }: Operation): string[] {
  const successes = Object.entries(responses).flatMap(([status, response]) => (status.startsWith('2') ? [response] : []));
  return successes.flatMap((response) => {
    const { headers = {} } = resolve<{ headers?: Record<string, unknown> }>(contract, response);
    return Object.entries(headers).flatMap(([name, header]) =>
      resolve<{ required?: boolean }>(contract, header).required === true ? [name] : [],
    );
  });
}

function headersOf(contract: Contract, { parameters = [] }: Operation): string[] {
  return parameters
    .map((parameter) => resolve<{ name: string; in: string }>(contract, parameter))
    .flatMap((parameter) => (parameter.in === 'header' ? [parameter.name] : []));
}

function docOf({ summary = '', description = '', deprecated }: Operation): string {
  // Editors strike out calls of a function whose comment has this tag.
  const tags = deprecated === true ? ['', '@deprecated'] : [];
  const lines = [summary, '', ...description.trim().split('\n'), ...tags].map((line) => `   * ${line}`.trimEnd());
  return `  /**\n${lines.join('\n').replaceAll('*/', '*\\/')}\n   */\n`;
}

/** An object in the contract, with any keys. */
type Node = Record<string, unknown>;

const methods = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace'];

/**
 * Replaces references to path items and callbacks with their targets. Copies the parameters of path items into the operations,
 * because writeOperations, the stubs and the client look for them there.
 */
export function gatherOperations(contract: Contract): void {
  const paths = (contract.paths ?? {}) as Record<string, Node>;
  for (const [path, reference] of Object.entries(paths)) {
    const { parameters: shared, ...item } = resolve<Node>(contract, reference);
    paths[path] = item;
    for (const method of methods) if (item[method]) gatherParts(contract, item[method] as Node, (shared ?? []) as unknown[]);
  }
  // Deletes the components that are no longer referred to. Otherwise their operations would exist twice.
  delete contract.components?.pathItems;
  delete contract.components?.callbacks;
}

function gatherParts(contract: Contract, operation: Node, shared: readonly unknown[]): void {
  const own = (operation.parameters ?? []) as unknown[];
  const keyOf = (parameter: unknown): string => {
    const { in: place, name } = resolve<{ in: string; name: string }>(contract, parameter);
    return `${place} ${name}`;
  };
  const keys = own.map(keyOf);
  const inherited = shared.filter((one) => !keys.includes(keyOf(one)));
  if (inherited.length > 0) operation.parameters = [...inherited, ...own];
  const callbacks = (operation.callbacks ?? {}) as Node;
  for (const [name, reference] of Object.entries(callbacks)) callbacks[name] = resolve(contract, reference);
}
