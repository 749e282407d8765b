import type { Operation, RateLimit, Requirement, ResponseHeader, Schema } from './contract.ts';
import { follow, locate, pointed } from './follow-reference.ts';

const methods = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace'];

/** Reads the operations of the contract, in its order. */
export function readOperations(document: Schema, requirements: ReadonlyMap<string, Requirement>): Operation[] {
  const found: Operation[] = [];
  for (const [path, item] of Object.entries(document.paths as Record<string, Record<string, Schema>>)) {
    for (const method of methods) {
      const operation = item[method];
      if (operation) found.push(readOperation(document, requirements, path, method, operation));
    }
  }
  return found;
}

function readOperation(
  document: Schema,
  requirements: ReadonlyMap<string, Requirement>,
  path: string,
  method: string,
  operation: Schema,
): Operation {
  const id = String(operation.operationId);
  const pointer = `/paths/${pointed(path)}/${method}`;
  if (!operation.requestBody)
    throw new Error(`Operation ${id} has no request body, and the suite only derives cases for those that have (${pointer}).`);
  const request = locate(
    document,
    operation.requestBody as Schema,
    `${pointer}/requestBody`,
    'content',
    'application/json',
    'schema',
  );
  const responses = Object.entries(operation.responses as Record<string, Schema>).map(([status, response]) => ({
    status,
    ...locate(document, response, `${pointer}/responses/${status}`),
  }));
  const success = responses.find(({ status }) => status.startsWith('2'));
  if (!success) throw new Error(`Operation ${id} documents no success (${pointer}/responses).`);
  const response = locate(document, success.schema, success.pointer, 'content', 'application/json', 'schema');
  const listed = (schema: Schema): Requirement[] =>
    ((schema['x-requirements'] ?? []) as { id: string }[]).flatMap((entry) => requirements.get(entry.id) ?? []);
  const resolved = resolveProperties(document, request.schema);
  const identifies = Object.entries(resolved.properties ?? {}).find(([, property]) => 'x-identifies' in property)?.[0];
  return {
    id,
    slug: id.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`),
    path,
    method: method.toUpperCase(),
    ...(typeof operation['x-feature'] === 'string' && { feature: operation['x-feature'] }),
    scopes: readScopes((operation.security ?? document.security ?? []) as Record<string, string[]>[]),
    rateLimits: (operation['x-rate-limits'] ?? []) as RateLimit[],
    ...(identifies !== undefined && { identifies }),
    request: resolved,
    requestPointer: request.pointer,
    response: resolveProperties(document, response.schema),
    responsePointer: response.pointer,
    status: Number(success.status.replaceAll('X', '0')),
    headers: readHeaders(document, success, listed),
    pointer,
    requirements: listed(operation),
    nearby: [request.schema, ...responses.map(({ schema }) => schema)].flatMap(listed),
  };
}

function readScopes(security: Record<string, string[]>[]): string[] {
  return [...new Set(security.flatMap((schemes) => Object.values(schemes).flat()))];
}

function readHeaders(
  document: Schema,
  response: { schema: Schema; pointer: string },
  listed: (schema: Schema) => Requirement[],
): ResponseHeader[] {
  return Object.entries((response.schema.headers ?? {}) as Record<string, Schema>).map(([name, start]) => {
    const { schema: header, pointer } = locate(document, start, `${response.pointer}/headers/${pointed(name)}`);
    return {
      name,
      required: header.required === (true as unknown),
      schema: locate(document, header, pointer, 'schema').schema,
      ...(typeof header['x-feature'] === 'string' && { feature: header['x-feature'] }),
      requirements: listed(header),
      pointer,
    };
  });
}

/** Resolves the references of properties; keywords beside a reference win, as both apply. */
function resolveProperties(document: Schema, schema: Schema): Schema {
  const properties = Object.fromEntries(
    Object.entries(schema.properties ?? {}).map(([name, field]) => {
      const { $ref, ...beside } = field;
      return [name, typeof $ref === 'string' ? { ...follow(document, $ref), ...beside } : field];
    }),
  );
  return { ...schema, properties };
}
