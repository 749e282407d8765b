import type { ApiKey, Operation, Pages, RateLimit, Requirement, ResponseHeader, Schema } from './contract.ts';
import { fitBody } from './fit-body.ts';
import { inlineReferences, locate, pointed } from './follow-reference.ts';
import type { MostAtOnce } from './lifecycle.ts';
import { isRequired, readParameters } from './read-parameters.ts';
import { crossRulesOf } from './relations.ts';

/** The keys of a path item that contain operations. Its other keys contain descriptions, and what its operations share. */
export const methods = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace'];

export function readOperations(document: Schema, requirements: ReadonlyMap<string, Requirement>): Operation[] {
  const found: Operation[] = [];
  for (const [path, start] of Object.entries(document.paths as Record<string, Schema>)) {
    const item = locate(document, start, `/paths/${pointed(path)}`);
    for (const method of methods) if (item.schema[method]) found.push(readOperation(document, requirements, path, method, item));
  }
  return found;
}

/** A node of the document and the pointer to it. */
type Located = ReturnType<typeof locate>;

function readOperation(
  document: Schema,
  requirements: ReadonlyMap<string, Requirement>,
  path: string,
  method: string,
  item: Located,
): Operation {
  const operation = item.schema[method] as Schema;
  const id = String(operation.operationId);
  const pointer = `${item.pointer}/${method}`;
  const request = schemaOf(document, operation.requestBody as Schema | undefined, `${pointer}/requestBody`);
  const responses = Object.entries(operation.responses as Record<string, Schema>).map(([status, response]) => ({
    status,
    ...locate(document, response, `${pointer}/responses/${status}`),
  }));
  const success = responses.find(({ status }) => status.startsWith('2'));
  if (!success) throw new Error(`Operation ${id} documents no success (${pointer}/responses).`);
  const response = schemaOf(document, success.schema, success.pointer);
  const listed = (schema: Schema): Requirement[] =>
    ((schema['x-requirements'] ?? []) as { id: string }[]).flatMap((entry) => requirements.get(entry.id) ?? []);
  const resolved = resolveProperties(document, request.schema);
  const parameters = readParameters(document, [item, { schema: operation, pointer }], listed);
  const twice = parameters.find(({ name }) => Object.hasOwn(resolved.properties ?? {}, name));
  if (twice)
    throw new Error(
      `${id} takes ${twice.name} in its ${twice.in} and in its body: give one another name, so that messages can tell them apart (${twice.pointer}).`,
    );
  const named = parameters.filter((parameter) => parameter.identifies !== undefined);
  // In a path with several ids, the last one identifies an object that belongs to the objects before it.
  const innermost = [...named].sort((one, other) => path.indexOf(`{${other.name}}`) - path.indexOf(`{${one.name}}`))[0];
  const isIdList = (name: string): boolean => {
    const { type, 'x-identifies': target } = resolved.properties?.[name] ?? {};
    return target !== undefined && [type].flat().includes('array');
  };
  const [identifies, target] = innermost
    ? [innermost.name, innermost.identifies]
    : (Object.entries(resolved.properties ?? {})
        .map(([name, property]) => [name, property['x-identifies']] as const)
        .find(([name, target]) => target !== undefined && (!isIdList(name) || resolved.required?.includes(name))) ?? []);
  const lists = [
    ...Object.entries(resolved.properties ?? {}).flatMap(([name, schema]) =>
      isIdList(name) ? [{ field: name, schema, target: schema['x-identifies'] }] : [],
    ),
    ...named.flatMap(({ name, schema, identifies: target }) =>
      [schema.type].flat().includes('array') ? [{ field: name, schema, target }] : [],
    ),
  ];
  // Leaves out optional lists of ids, because the suite cannot make up ids. Only the cases about such a list send it.
  const sent = Object.entries(resolved.properties ?? {}).filter(([name]) => !isIdList(name) || resolved.required?.includes(name));
  const fitted = fitBody({ ...resolved, properties: Object.fromEntries(sent) }, Number(document['x-body-limit']));
  return {
    id,
    slug: id.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`),
    path,
    method: method.toUpperCase(),
    ...(typeof operation['x-feature'] === 'string' && { feature: operation['x-feature'] }),
    scopes: readScopes((operation.security ?? document.security ?? []) as Record<string, string[]>[]),
    ...readApiKeys(document, operation),
    ...(operation['x-pages'] !== undefined && { pages: operation['x-pages'] as Pages }),
    rateLimits: (operation['x-rate-limits'] ?? []) as RateLimit[],
    ...('x-most-at-once' in operation && { mostAtOnce: operation['x-most-at-once'] as MostAtOnce }),
    ...(identifies !== undefined && { identifies, identified: readTarget(String(target)) }),
    within: named.flatMap(({ name, in: place }) => (place === 'path' && name !== identifies ? [name] : [])),
    parameters,
    hasBody: operation.requestBody !== undefined,
    idLists: lists.map(({ target, ...list }) => ({ ...list, identified: readTarget(String(target)) })),
    request: {
      ...fitted,
      examples: [
        ...((resolved.examples ?? []) as unknown[]),
        ...readExamples(document, operation.requestBody as Schema | undefined),
      ],
    },
    requestPointer: request.pointer,
    hasResponseBody: success.schema.content !== undefined,
    response: resolveProperties(document, response.schema),
    responsePointer: response.pointer,
    status: Number(success.status.replaceAll('X', '0')),
    headers: readHeaders(document, success, listed),
    refusals: responses.flatMap(({ status, ...response }) =>
      status.startsWith('2')
        ? []
        : [
            {
              status: Number(status),
              headers: readHeaders(document, response, listed),
              codes: readCodes(document, response.schema),
            },
          ],
    ),
    pointer,
    requirements: listed(operation),
    nearby: [request.schema, ...responses.map(({ schema }) => schema)].flatMap(listed),
  };
}

/** Parses the target of `x-identifies`, such as '#/components/schemas/PaymentInvoice/properties/id'. */
function readTarget(reference: string): { object: string; property: string } {
  const [object = '', property = ''] = reference.slice(1).split('/properties/');
  return { object, property };
}

/** Reads the example bodies of a request. */
function readExamples(document: Schema, holder: Schema | undefined): unknown[] {
  const body = holder && locate(document, holder, '').schema;
  const media = ((body?.content ?? {}) as Record<string, Schema>)['application/json'];
  const examples = Object.values((media?.examples ?? {}) as Record<string, Schema>);
  return examples.flatMap((example) => locate(document, example, '').schema.value ?? []);
}

/** Reads the codes of the problems in a response's examples. */
function readCodes(document: Schema, response: Schema): string[] {
  const content = (response.content ?? {}) as Record<string, Schema>;
  const examples = Object.values(content).flatMap((media) => Object.values((media.examples ?? {}) as Record<string, Schema>));
  return examples.flatMap((example) => {
    const { value } = locate(document, example, '').schema as { value?: { code?: unknown } };
    return typeof value?.code === 'string' ? [value.code] : [];
  });
}

/** Reads the API keys in headers: those that can be sent instead of the token, and those that are required in addition to it. */
function readApiKeys(document: Schema, operation: Schema): Pick<Operation, 'apiKeys' | 'keysBeside'> {
  const alternatives = (operation.security ?? document.security ?? []) as Record<string, string[]>[];
  const schemeOf = (name: string): Schema => {
    const start = ((document.components as Schema).securitySchemes as Record<string, Schema> | undefined)?.[name];
    return start ? locate(document, start, `/components/securitySchemes/${pointed(name)}`).schema : {};
  };
  const keysOf = (alternative: Record<string, string[]>): ApiKey[] =>
    Object.entries(alternative).flatMap(([scheme, scopes]) => {
      const { type, in: place, name } = schemeOf(scheme) as { type?: unknown; in?: unknown; name?: unknown };
      return type === 'apiKey' && place === 'header' ? [{ scheme, header: String(name), scopes }] : [];
    });
  const withToken = alternatives.filter((one) => Object.keys(one).some((name) => schemeOf(name).type !== 'apiKey'));
  const [first, ...others] = withToken;
  return {
    apiKeys: alternatives.flatMap((one) => (Object.keys(one).length === 1 ? keysOf(one) : [])),
    keysBeside: keysOf(first ?? {}).filter(({ scheme }) => others.every((one) => Object.hasOwn(one, scheme))),
  };
}

function readScopes(security: Record<string, string[]>[]): string[] {
  return [...new Set(security.flatMap((schemes) => Object.values(schemes).flat()))];
}

export function readHeaders(
  document: Schema,
  response: { schema: Schema; pointer: string },
  listed: (schema: Schema) => Requirement[],
): ResponseHeader[] {
  return Object.entries((response.schema.headers ?? {}) as Record<string, Schema>).map(([name, start]) => {
    const { schema: header, pointer } = locate(document, start, `${response.pointer}/headers/${pointed(name)}`);
    // Anybody may have written the document, so the fact may be null.
    const echo = header['x-echoes'] as { property: string } | null | undefined;
    return {
      name,
      ...(echo && { echoes: echo.property }),
      required: isRequired(header),
      // The suite does not check a header that the document describes by a media type.
      schema: header.content ? {} : locate(document, header, pointer, 'schema').schema,
      ...(typeof header['x-feature'] === 'string' && { feature: header['x-feature'] }),
      requirements: listed(header),
      pointer,
    };
  });
}

/** Finds the schema of a JSON body. Returns an empty schema if there is no body. */
function schemaOf(document: Schema, holder: Schema | undefined, pointer: string): { schema: Schema; pointer: string } {
  if (!holder) return { schema: {}, pointer };
  const body = locate(document, holder, pointer);
  if (!body.schema.content) return { schema: {}, pointer: body.pointer };
  const found = locate(document, body.schema, body.pointer, 'content', 'application/json', 'schema');
  const named = Object.keys(found.schema.properties ?? {});
  // A choice is allowed if it only contains conditions on properties that the body itself lists: it is then a rule between them.
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
