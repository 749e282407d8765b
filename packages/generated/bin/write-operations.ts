/** A bundled contract, as far as the tables read it. */
export interface Contract {
  paths?: Record<string, Record<string, Operation | undefined>>;
  security?: Record<string, string[]>[];
  components?: { schemas?: Record<string, Schema> } & Record<string, unknown>;
}

interface Operation {
  operationId?: string;
  summary?: string;
  description?: string;
  security?: Record<string, string[]>[];
  parameters?: unknown[];
  requestBody?: unknown;
  responses?: Record<string, unknown>;
}

/** A schema, as far as the tables read it. */
export interface Schema {
  $ref?: string;
  type?: string | string[];
  enum?: string[];
  properties?: Record<string, Schema>;
  required?: string[];
  'x-lifecycle'?: Lifecycle;
}

interface Lifecycle {
  initial: string;
  terminal: string[];
  transitions: { from: string[]; to?: string; callback?: string }[];
}

/**
 * Writes the table of operations as TypeScript: where each is sent, which scopes it needs, which headers it takes, and which
 * fields of its request its response repeats. Each entry carries the contract's words, for whoever hovers over a call.
 */
export function writeOperations(contract: Contract): string {
  const entries = Object.entries(contract.paths ?? {}).flatMap(([path, item]) =>
    Object.entries(item).flatMap(([method, operation]) => {
      if (!operation?.operationId) return [];
      const request = bodyOf(contract, operation.requestBody).properties ?? {};
      const [success] = Object.entries(operation.responses ?? {}).flatMap(([status, response]) =>
        status.startsWith('2') ? [bodyOf(contract, response).properties ?? {}] : [],
      );
      const facts = {
        path,
        method: method.toUpperCase(),
        scopes: (operation.security ?? contract.security ?? []).flatMap((scheme) => Object.values(scheme).flat()),
        headers: headersOf(contract, operation),
        echoes: Object.keys(request).filter((name) => success && name in success),
      };
      return [`${docOf(operation)}  ${JSON.stringify(operation.operationId)}: ${JSON.stringify(facts)},\n`];
    }),
  );
  return `/** Every operation of the contract. \`echoes\` are the fields of the request that the response repeats. */
export const operationTable = {\n${entries.join('')}} as const;\n`;
}

/** Follows references until there is a value of its own. */
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

function headersOf(contract: Contract, { parameters = [] }: Operation): string[] {
  return parameters
    .map((parameter) => resolve<{ name: string; in: string }>(contract, parameter))
    .flatMap((parameter) => (parameter.in === 'header' ? [parameter.name] : []));
}

function docOf({ summary = '', description = '' }: Operation): string {
  const lines = [summary, '', ...description.trim().split('\n')].map((line) => `   * ${line}`.trimEnd());
  return `  /**\n${lines.join('\n').replaceAll('*/', '*\\/')}\n   */\n`;
}
