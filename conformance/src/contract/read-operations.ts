import type { ApiKey, Operation, Pages, RateLimit, Requirement, ResponseHeader, Schema } from './contract.ts';
import { fitBody } from './fit-body.ts';
import { exampleValues, inlineReferences, type Located, locate, pointed } from './follow-reference.ts';
import type { MostAtOnce } from './lifecycle.ts';
import { isRequired, readParameters } from './read-parameters.ts';
import { crossRulesOf } from './relations.ts';

/** The keys of a path item that contain operations. Its other keys contain descriptions, and what its operations share. */
export const methods = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace'];

/** Returns the requirements that a part of the document lists. */
type List = (part: Schema) => Requirement[];

/** An operation of the document, and the path item around it. */
export interface PathEntry extends Located {
  path: string;
  method: string;
  item: Located;
}

/** Lists the operations in a map of path items: those under `paths`, or those of a callback. */
export function listOperations(document: Schema, { schema: items, pointer }: Located): PathEntry[] {
  return Object.entries(items as Record<string, Schema>).flatMap(([path, start]) => {
    const item = locate(document, start, `${pointer}/${pointed(path)}`);
    const at = (method: string): Located => ({ schema: item.schema[method] as Schema, pointer: `${item.pointer}/${method}` });
    return methods.filter((method) => item.schema[method]).map((method) => ({ path, method, item, ...at(method) }));
  });
}

export function readOperations(document: Schema, requirements: ReadonlyMap<string, Requirement>): Operation[] {
  const listed: List = ({ 'x-requirements': entries }) =>
    ((entries ?? []) as { id: string }[]).flatMap(({ id }) => requirements.get(id) ?? []);
  const stated = listOperations(document, locate(document, document, '', 'paths'));
  return stated.map((one) => readOperation(document, listed, one));
}

function readOperation(document: Schema, listed: List, { path, method, item, schema: operation, pointer }: PathEntry): Operation {
  const id = String(operation.operationId);
  const request = schemaOf(document, operation.requestBody as Schema | undefined, `${pointer}/requestBody`);
  const responses = Object.entries(operation.responses as Record<string, Schema>).map(([status, response]) => ({
    status,
    ...locate(document, response, `${pointer}/responses/${status}`),
  }));
  const success = responses.find(({ status }) => status.startsWith('2'));
  if (!success) throw new Error(`Operation ${id} documents no success (${pointer}/responses).`);
  const response = schemaOf(document, success.schema, success.pointer);
  const resolved = resolveProperties(document, request.schema);
  const parameters = readParameters(document, [item, { schema: operation, pointer }], listed);
  const twice = parameters.find(({ name }) => Object.hasOwn(resolved.properties ?? {}, name));
  if (twice)
    throw new Error(
      `${id} takes ${twice.name} in its ${twice.in} and in its body: give one another name, so that messages can tell them apart (${twice.pointer}).`,
    );
  const properties = Object.entries(resolved.properties ?? {});
  const ids = {
    inBody: properties.flatMap(([field, schema]) =>
      'x-identifies' in schema ? [{ field, schema, identified: readTarget(schema['x-identifies']) }] : [],
    ),
    beside: parameters.flatMap(({ name: field, in: place, schema, identifies }) =>
      identifies === undefined ? [] : [{ field, place, schema, identified: readTarget(identifies) }],
    ),
  };
  const isList = ({ schema }: { schema: Schema }): boolean => [schema.type].flat().includes('array');
  // Leaves out optional lists of ids, because the suite cannot make up ids. Only the cases about such a list send it.
  const isSent = (name: string): boolean =>
    resolved.required?.includes(name) || !ids.inBody.some((id) => id.field === name && isList(id));
  // If a path has several ids, the last one identifies the object, and the others the objects to which it belongs.
  const placed = ids.beside.toSorted((one, other) => path.indexOf(`{${other.field}}`) - path.indexOf(`{${one.field}}`));
  const main = placed[0] ?? ids.inBody.find(({ field }) => isSent(field));
  const sent = Object.fromEntries(properties.filter(([name]) => isSent(name)));
  const fitted = fitBody({ ...resolved, properties: sent }, Number(document['x-body-limit']));
  const security = (operation.security ?? document.security ?? []) as Record<string, string[]>[];
  return {
    id,
    slug: id.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`),
    path,
    method: method.toUpperCase(),
    ...(typeof operation['x-feature'] === 'string' && { feature: operation['x-feature'] }),
    scopes: [...new Set(security.flatMap((schemes) => Object.values(schemes).flat()))],
    ...readApiKeys(document, security),
    ...(operation['x-pages'] !== undefined && {
      pages: { limit: '', cursor: '', next: '', ...(operation['x-pages'] as Partial<Pages>) } as Pages,
    }),
    rateLimits: (operation['x-rate-limits'] ?? []) as RateLimit[],
    ...('x-most-at-once' in operation && { mostAtOnce: operation['x-most-at-once'] as MostAtOnce }),
    ...(main && { identifies: main.field, identified: main.identified }),
    within: ids.beside.flatMap(({ field, place }) => (place === 'path' && field !== main?.field ? [field] : [])),
    parameters,
    creates: false,
    hasBody: operation.requestBody !== undefined,
    idLists: [...ids.inBody, ...ids.beside.map(({ place: _place, ...id }) => id)].filter(isList),
    request: { ...fitted, examples: [...((resolved.examples ?? []) as unknown[]), ...readExamples(document, operation)] },
    requestPointer: request.pointer,
    hasResponseBody: success.schema.content !== undefined,
    response: resolveProperties(document, response.schema),
    responsePointer: response.pointer,
    status: Number(success.status.replaceAll('X', '0')),
    headers: readHeaders(document, success, listed),
    refusals: responses
      .filter(({ status }) => !status.startsWith('2'))
      .map((response) => ({
        status: Number(response.status),
        headers: readHeaders(document, response, listed),
        codes: readCodes(document, response.schema),
      })),
    pointer,
    requirements: listed(operation),
    nearby: [request.schema, ...responses.map(({ schema }) => schema)].flatMap(listed),
  };
}

/** Parses the target of `x-identifies`, such as '#/components/schemas/PaymentInvoice/properties/id'. */
function readTarget(reference: unknown): { object: string; property: string } {
  const [object = '', property = ''] = String(reference).slice(1).split('/properties/');
  return { object, property };
}

function readExamples(document: Schema, { requestBody }: Schema): unknown[] {
  const body = requestBody === undefined ? {} : locate(document, requestBody as Schema, '').schema;
  const media = ((body.content ?? {}) as Record<string, Schema>)['application/json'];
  return exampleValues(document, media ?? {}).flatMap((value) => value ?? []);
}

/** Reads the codes of the problems in a response's examples. */
function readCodes(document: Schema, response: Schema): string[] {
  const content = Object.values((response.content ?? {}) as Record<string, Schema>);
  const values = content.flatMap((media) => exampleValues(document, media)) as ({ code?: unknown } | undefined)[];
  return values.flatMap((value) => (typeof value?.code === 'string' ? [value.code] : []));
}

/** Reads the API keys in headers: those that can be sent instead of the token, and those that are required in addition to it. */
function readApiKeys(document: Schema, alternatives: Record<string, string[]>[]): Pick<Operation, 'apiKeys' | 'keysBeside'> {
  const schemeOf = (name: string): Schema => {
    const start = ((document.components as Schema).securitySchemes as Record<string, Schema> | undefined)?.[name];
    return start ? locate(document, start, `/components/securitySchemes/${pointed(name)}`).schema : {};
  };
  const keysOf = (alternative: Record<string, string[]>): ApiKey[] =>
    Object.entries(alternative).flatMap(([scheme, scopes]) => {
      const { type, in: place, name } = schemeOf(scheme);
      return type === 'apiKey' && place === 'header' ? [{ scheme, header: String(name), scopes }] : [];
    });
  const [first, ...others] = alternatives.filter((one) => Object.keys(one).some((name) => schemeOf(name).type !== 'apiKey'));
  return {
    apiKeys: alternatives.flatMap((one) => (Object.keys(one).length === 1 ? keysOf(one) : [])),
    keysBeside: keysOf(first ?? {}).filter(({ scheme }) => others.every((one) => Object.hasOwn(one, scheme))),
  };
}

export function readHeaders(document: Schema, response: Located, listed: List): ResponseHeader[] {
  return Object.entries((response.schema.headers ?? {}) as Record<string, Schema>).map(([name, start]) => {
    const { schema: header, pointer } = locate(document, start, `${response.pointer}/headers/${pointed(name)}`);
    // Anybody may have written the document, so the fact may be null.
    const echo = header['x-echoes'] as { property: string } | null | undefined;
    return {
      name,
      ...(echo && { echoes: echo.property }),
      required: isRequired(header),
      // The suite does not check the value of a header that the document describes with `content` instead of `schema`.
      schema: header.content ? {} : locate(document, header, pointer, 'schema').schema,
      ...(typeof header['x-feature'] === 'string' && { feature: header['x-feature'] }),
      requirements: listed(header),
      pointer,
    };
  });
}

/** Finds the schema of a JSON body. Returns an empty schema if there is no body. */
function schemaOf(document: Schema, holder: Schema | undefined, pointer: string): Located {
  if (!holder) return { schema: {}, pointer };
  const body = locate(document, holder, pointer);
  if (!body.schema.content) return { schema: {}, pointer: body.pointer };
  const found = locate(document, body.schema, body.pointer, 'content', 'application/json', 'schema');
  const named = Object.keys(found.schema.properties ?? {});
  // Refuses a choice that adds properties to the body. Any other choice only relates the listed properties to each other.
  const choice = ['allOf', 'anyOf', 'oneOf'].find((keyword) =>
    ((found.schema[keyword] ?? []) as Schema[]).some(
      ({ $ref, properties = {} }) => $ref !== undefined || Object.keys(properties).some((name) => !named.includes(name)),
    ),
  );
  if (choice !== undefined)
    throw new Error(
      `A body is made by ${choice}, and the suite derives no cases of that: list its properties (${found.pointer}).`,
    );
  return found;
}

/** Replaces references in properties with what they point to, at any depth. */
function resolveProperties(document: Schema, schema: Schema): Schema {
  const properties = Object.entries(schema.properties ?? {}).map(([name, field]) => [name, inlineReferences(document, field)]);
  const rules = inlineReferences(document, crossRulesOf(schema));
  return { ...schema, ...rules, properties: Object.fromEntries(properties) };
}
