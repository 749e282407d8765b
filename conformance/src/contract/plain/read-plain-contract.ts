import { basename } from 'node:path';
import { compileReference } from '../compile-schema.ts';
import type { Contract, Operation, Parameter, PlainFacts, Requirement, Schema } from '../contract.ts';
import { isObject, type Located, locate } from '../follow-reference.ts';
import { hashText } from '../own-contract.ts';
import { listOperations, type PathEntry } from '../read-operations.ts';
import { readParameters } from '../read-parameters.ts';
import { readRequirements } from '../read-requirements.ts';
import { dropMalformed } from './drop-malformed.ts';
import type { Origin } from './facts.ts';
import { locateSuccess, propertiesOf } from './find-keys.ts';
import { findList } from './find-lists.ts';
import { findOrigins, type Stated } from './find-origins.ts';
import { judgeParameter, noSchema } from './judge-parameter.ts';
import { normaliseSchemas, type Untried } from './normalise-schemas.ts';
import { type Body, readBody } from './read-body.ts';
import { readCredentials } from './read-credentials.ts';
import { readResponses } from './read-responses.ts';
import { shapeBody } from './shape-body.ts';
import { statePromises } from './state-promises.ts';
import { walkDocument } from './walk-document.ts';

/** Maximum number of operations in a document. */
const most = 3000;

/** Reads any OpenAPI document as a contract. A deployment has to do what the document says. */
export function readPlainContract(document: Schema, text: string, path = 'openapi.yaml'): Contract {
  const paths = Object.entries(document.paths as Schema).filter(([path, item]) => path.startsWith('/') && isObject(item));
  const items: Located = { schema: Object.fromEntries(paths), pointer: '/paths' };
  const found = listOperations(document, items).filter(({ schema }) => isObject(schema));
  const count = found.length;
  if (count > most) throw new Error(`it has ${count} operations, and the suite reads at most ${most}: give it a part of them.`);
  if (count === 0)
    throw new Error(`it has no operation under /paths${'webhooks' in document ? ', and webhooks are not called' : ''}.`);
  const untried: Untried[] = normaliseSchemas(document);
  const requirements = readRequirements(document, 'core');
  const [slugs, ids] = [new Set<string>(), new Set<string>()];
  const stated = found.map((one) => {
    const own = one.schema.operationId;
    // Ignores an operationId that an earlier operation has already used.
    const id = typeof own === 'string' && !ids.has(own) ? own : `${one.method.toUpperCase()} ${one.path}`;
    ids.add(id);
    return readAnyhow(document, requirements, { ...one, id, slug: slugFor(id, slugs) }, untried);
  });
  dropMalformed(document, stated, untried);
  findOrigins(document, stated);
  const operations = stated.map(({ operation }) => operation);
  for (const one of stated) {
    const list = findList(document, one, operations);
    if (list) one.operation.plain = { ...(one.operation.plain as PlainFacts), list };
  }
  const readable = documentOfResponses(document);
  const named = (key: string) => new Map(Object.entries((document[key] ?? {}) as Record<string, never>));
  return {
    version: String((document.info as Schema).version),
    document,
    sha256: hashText(text),
    operations,
    requirements,
    features: named('x-features'),
    sources: named('x-sources'),
    problems: new Map(),
    scopes: [],
    wrongTokens: { failures: 0, seconds: 0, requirement: '' },
    bodyLimit: 0,
    lifecycle: { states: [], initial: '', terminal: [], features: {}, events: {}, transitions: [] },
    plain: { title: String((document.info as Schema).title ?? 'the document'), file: basename(path), untried },
    compile: (reference) => compileReference(readable, reference, true),
  };
}

interface Named extends PathEntry {
  id: string;
  slug: string;
}

/** Reads an operation. If part of it cannot be read, this operation stays untested, and the others are not affected. */
function readAnyhow(document: Schema, requirements: Map<string, Requirement>, one: Named, untried: Untried[]): Stated {
  try {
    return readOperation(document, requirements, one, untried);
  } catch (error) {
    const bare = readOperation(document, requirements, { ...one, schema: {}, item: { ...one.item, schema: {} } }, []);
    const reason = `it cannot be read: ${(error as Error).message.replace(/\.$/, '').slice(0, 200)}`;
    untried.push({ pointer: bare.operation.pointer, reason });
    bare.operation.plain = { ...(bare.operation.plain as PlainFacts), untried: reason };
    return bare;
  }
}

function readOperation(
  document: Schema,
  requirements: Map<string, Requirement>,
  { path, method, item, schema, pointer, id, slug }: Named,
  untried: Untried[],
): Stated {
  const leave = (at: string, reason: string): void => void untried.push({ pointer: at, reason });
  const listed = (part: Schema): Requirement[] =>
    ((part['x-requirements'] ?? []) as { id: string }[]).flatMap((entry) => requirements.get(entry.id) ?? []);
  const promises = statePromises(requirements, slug, pointer);
  const body = readBody(document, schema.requestBody, `${pointer}/requestBody`, leave);
  const parameters = readParameters(document, [item, { schema, pointer }], listed, (holder, at) => {
    const start = holder.schema ?? jsonOf(holder);
    if (start === undefined) return noSchema;
    const { schema: shaped, untried: left } = shapeBody(document, start);
    for (const reason of left) leave(at, reason);
    return shaped;
  }).filter(
    ({ name, in: place }) => place !== 'header' || !['accept', 'content-type', 'authorization'].includes(name.toLowerCase()),
  );
  const properties = Object.keys(body.request.properties ?? {});
  const reasons: string[] = [...(body.untried === undefined ? [] : [body.untried])];
  const kept = parameters.flatMap((parameter): Parameter[] => {
    const isTwice =
      properties.includes(parameter.name) || parameters.some((one) => one !== parameter && one.name === parameter.name);
    const reason = judgeParameter(parameter, leave);
    if (reason !== undefined && parameter.required) reasons.push(`${parameter.name} in its ${parameter.in} ${reason}`);
    if (reason !== undefined && !parameter.required) leave(parameter.pointer, `${parameter.name} ${reason}`);
    if (reason !== undefined) return [];
    const own = parameter.requirements.length > 0 ? parameter.requirements : [promises.request];
    return [{ ...parameter, requirements: own, ...(isTwice && { key: `${parameter.in} ${parameter.name}` }) }];
  });
  for (const [, name = ''] of path.matchAll(/\{([^{}]+)\}/g))
    if (!parameters.some((one) => one.in === 'path' && one.name === name)) reasons.push(`{${name}} of its path is no parameter`);
  if (path.includes('?')) reasons.push('its path has a query, and the paths of OpenAPI have none');
  const security = readCredentials(document, schema, pointer);
  const { credentials, isDemanded, pointer: securityPointer, untried: unsent } = security;
  if (unsent !== undefined) reasons.push(unsent);
  if (isDemanded) promises.authentication.pointer = securityPointer;
  const responses = readResponses(document, schema, pointer);
  const success = responses.find(({ status }) => status.startsWith('2')) ?? responses.find(({ status }) => status === 'DEFAULT');
  const [untriedFor] = reasons;
  if (untriedFor !== undefined) leave(pointer, untriedFor);
  for (const { request } of [body, ...body.others])
    for (const part of [...Object.values(request.properties ?? {}), request])
      if (listed(part).length === 0) part['x-requirements'] = [{ id: promises.request.id }];
  const operation: Operation = {
    id,
    slug,
    // Some documents use a fragment to distinguish operations at the same path, but a request cannot contain it.
    path: path.replace(/#.*$/s, ''),
    method: method.toUpperCase(),
    ...(typeof schema['x-feature'] === 'string' && { feature: schema['x-feature'] }),
    scopes: security.scopes,
    apiKeys: [],
    keysBeside: [],
    rateLimits: [],
    within: [],
    idLists: [],
    parameters: kept,
    creates: false,
    hasBody: !body.isAbsent,
    request: body.request,
    requestPointer: body.requestPointer,
    hasResponseBody: (success?.content.length ?? 0) > 0,
    response: {},
    responsePointer: success?.pointer ?? pointer,
    status: Number(success?.status.replaceAll('X', '0')) || 200,
    headers: success?.headers ?? [],
    refusals: [],
    pointer,
    requirements: [...listed(schema), ...promises.about],
    nearby: [],
    plain: {
      credentials,
      otherCredentials: security.others,
      demandsCredentials: isDemanded && credentials.length > 0,
      responses,
      ...bodyFacts(body),
      demandsBody: body.isRequired,
      ...(body.isOptional && { mayLeaveBody: true }),
      others: [],
      origins: new Map<string, Origin>(),
      ...(untriedFor !== undefined && { untried: untriedFor }),
    },
  };
  const shown = locateSuccess(document, operation);
  if (shown) {
    const properties = Object.entries(propertiesOf(document, shown.schema));
    const located = properties.map(([name, one]): [string, Schema] => [name, { ...locate(document, one, '').schema, ...one }]);
    operation.response = { type: 'object', properties: Object.fromEntries(located) };
    operation.responsePointer = shown.pointer;
  }
  const { bodyName: _bodyName, ...plain } = operation.plain as PlainFacts;
  (operation.plain as PlainFacts).others = body.others.map((one) => ({
    ...operation,
    request: one.request,
    requestPointer: one.requestPointer,
    plain: { ...plain, ...bodyFacts(one) },
  }));
  return { operation, schema };
}

const bodyFacts = ({ mediaType, parts, bodyName, examples }: Body) => ({
  ...{ mediaType, parts, examples },
  ...(bodyName !== undefined && { bodyName }),
});

/** Returns the schema of a parameter that is serialized as JSON. */
const jsonOf = ({ content }: Schema): unknown => (content as Record<string, Schema> | undefined)?.['application/json']?.schema;

/** Makes a unique slug from an operation's id, in lower case and with hyphens, for use in the ids of cases. */
function slugFor(id: string, taken: Set<string>): string {
  const words = id
    .replace(/([a-z0-9])([A-Z])/g, '$1-$2')
    .split(/[^A-Za-z0-9]/)
    .filter((word) => word !== '')
    .join('-')
    .toLowerCase();
  const base = words === '' ? 'operation' : words.slice(0, 100);
  let slug = base;
  for (let turn = 2; taken.has(slug); turn++) slug = `${base}-${turn}`;
  taken.add(slug);
  return slug;
}

/** Returns a copy of the document for checking responses: its schemas do not require write-only properties. */
function documentOfResponses(document: Schema): Schema {
  const copy = JSON.parse(JSON.stringify(document)) as Schema;
  walkDocument(copy, (node) => {
    const { properties, required } = node;
    if (properties && Array.isArray(required))
      node.required = required.filter((name) => (properties[name] as Schema | undefined)?.writeOnly !== true);
    return undefined;
  });
  return copy;
}
