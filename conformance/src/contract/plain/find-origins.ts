import { keyOf, type Operation, type Parameter, type Schema } from '../contract.ts';
import { follow, locate, pointed, unpointed } from '../follow-reference.ts';
import type { Origin } from './facts.ts';
import { keyFor, listIn, locateSuccess, urlIn } from './find-keys.ts';

/** An operation and the node of the document that describes it. */
export interface Stated {
  operation: Operation;
  schema: Schema;
}

/**
 * Finds the operation that provides the value of each parameter or property that identifies an object. Uses `x-identifies`, a
 * response's link or, without these, the POST or the list at the parent path.
 */
export function findOrigins(document: Schema, stated: readonly Stated[]): void {
  const linked = readLinks(document, stated);
  for (const { operation } of stated) {
    const origins = operation.plain?.origins as Map<string, Origin>;
    for (const parameter of operation.parameters) {
      const { name, key = name, in: place, identifies } = parameter;
      const origin =
        (identifies === undefined ? undefined : ofFact(document, stated, identifies)) ??
        linked.get(`${operation.id} ${name}`) ??
        (place === 'path' ? (abovePath(document, stated, operation, parameter) ?? ofName(stated, name)) : undefined);
      if (origin && (origin.operation !== operation.id || origin.chosen !== undefined)) origins.set(key, origin);
    }
    for (const [name, property] of Object.entries(operation.request.properties ?? {})) {
      const fact = property['x-identifies'];
      const origin = typeof fact === 'string' ? ofFact(document, stated, fact) : undefined;
      if (origin && origin.operation !== operation.id) origins.set(name, origin);
    }
  }
  shareNames(stated);
}

/**
 * Finds the property of a body that repeats the id at the end of the path, as in JSON:API: the key of the parameter, the keys
 * that lead to the property, and its schema. Servers refuse a body with a different id.
 */
export function repeatedIn({ path, parameters, request }: Operation) {
  const last = parameters.find(({ name, in: place }) => place === 'path' && path.replace(/\/$/, '').endsWith(`/{${name}}`));
  for (const keys of last ? [[last.name], ['id'], ['data', 'id']] : []) {
    const schema = keys.reduce<Schema | undefined>((at, key) => at?.properties?.[key], request);
    if (last && schema) return { key: keyOf(last), path: keys, schema };
  }
  return undefined;
}

/** Names that mean something different in each schema. */
const general = new Set(['id', 'name', 'key', 'code', 'slug', 'type', 'number', 'version', 'path']);

/**
 * Copies the origin of a path parameter to required properties and other path parameters that have the same name but no origin,
 * because a name such as `eventId` means the same everywhere. A property inside an object or a list becomes a parameter, because
 * without a parameter, a request's values contain only the properties at the top level of its body.
 */
function shareNames(stated: readonly Stated[]): void {
  const known = new Map<string, Origin>();
  for (const { operation } of stated)
    for (const { name, in: place } of operation.parameters) {
      const origin = place === 'path' && !general.has(name.toLowerCase()) ? operation.plain?.origins.get(name) : undefined;
      if (origin?.makes) known.set(name, origin);
    }
  for (const { operation } of stated) {
    const origins = operation.plain?.origins as Map<string, Origin>;
    for (const { name, key = name, in: place } of operation.parameters) {
      const origin = place === 'path' && origins.get(key) === undefined ? known.get(name) : undefined;
      if (origin && origin.operation !== operation.id && origin.chosen === undefined)
        origins.set(key, { ...origin, isShared: true });
    }
    for (const { path, schema } of requiredIn(operation.request)) {
      const origin = known.get(path.at(-1) ?? '');
      const key = path.join('/');
      if (!origin || origin.operation === operation.id || origins.has(key)) continue;
      origins.set(key, origin);
      const pointer = `${operation.requestPointer}/properties/${pointed(path[0] ?? '')}`;
      if (path.length > 1)
        operation.parameters.push({
          name: key,
          in: 'body',
          required: false,
          schema,
          requirements: [],
          between: undefined,
          pointer,
        });
    }
  }
}

/**
 * Lists the properties that a body must have, including those inside objects and lists. In a path, `*` stands for the items of a
 * list.
 */
function requiredIn(
  { properties = {}, required = [], items }: Schema,
  path: string[] = [],
): { path: string[]; schema: Schema }[] {
  if (path.length > 6) return [];
  const inner = required.flatMap((name) => {
    const schema = properties[name];
    const at = [...path, name];
    return schema ? [{ path: at, schema }, ...requiredIn(schema, at)] : [];
  });
  return [...inner, ...(typeof items === 'object' && items !== null ? requiredIn(items as Schema, [...path, '*']) : [])];
}

/**
 * For `/tracking/{trackingNumber}`, finds a POST that has a `trackingNumber` in its response but not in its request. If there
 * are several, prefers one whose description contains the name.
 */
function ofName(stated: readonly Stated[], name: string): Origin | undefined {
  const makers = stated.filter(({ operation: { method, request, response } }) => {
    const [sent, shown] = [request, response].map(({ properties = {} }) => Object.hasOwn(properties, name));
    return method === 'POST' && shown && !sent && !general.has(name.toLowerCase());
  });
  const [maker] = [...makers.filter(({ schema }) => String(schema.description).includes(name)), ...makers];
  return maker && { operation: maker.operation.id, path: [name], makes: true, isShared: true };
}

/**
 * Finds the origin for a reference such as `#/components/schemas/Ticket/properties/id`: the POST whose successful response is a
 * Ticket.
 */
function ofFact(document: Schema, stated: readonly Stated[], reference: string): Origin | undefined {
  const [object = '', property = ''] = reference.split('/properties/');
  const maker = stated.find(
    ({ operation }) => operation.method === 'POST' && locateSuccess(document, operation)?.pointer === object.replace(/^#/, ''),
  );
  return maker && { operation: maker.operation.id, path: [property], makes: true };
}

/** Reads the links of successful responses. The keys are the operation and the parameter to which the link points. */
function readLinks(document: Schema, stated: readonly Stated[]): Map<string, Origin> {
  const found = new Map<string, Origin>();
  for (const { operation, schema } of stated)
    for (const [status, start] of Object.entries((schema.responses ?? {}) as Record<string, Schema>)) {
      if (!status.startsWith('2')) continue;
      const response = locate(document, start, '').schema;
      for (const one of Object.values((response.links ?? {}) as Record<string, Schema>)) {
        const { operationId, operationRef, parameters } = locate(document, one, '').schema;
        const target = operationId ?? stated.find((other) => `#${other.operation.pointer}` === operationRef)?.operation.id;
        for (const [name, value] of Object.entries(parameters ?? {})) {
          const [, pointer] = /^\$response\.body#\/(.+)$/.exec(String(value)) ?? [];
          if (pointer === undefined) continue;
          const key = `${target} ${name.replace(/^(path|query|header|cookie)\./, '')}`;
          const path = pointer.split('/').map(unpointed);
          found.set(key, { operation: operation.id, path, makes: operation.method === 'POST' });
        }
      }
    }
  return found;
}

/** For `/tickets/{ticketId}`, finds the id in the response to `POST /tickets`, or in the list that `GET /tickets` returns. */
function abovePath(document: Schema, stated: readonly Stated[], operation: Operation, parameter: Parameter): Origin | undefined {
  const { path } = operation;
  const { name, schema } = parameter;
  const before = path.slice(0, path.indexOf(`{${name}}`)).replace(/\/$/, '');
  const [post, get] = [findAt(stated, 'POST', before), findAt(stated, 'GET', before)];
  const made = post && locateSuccess(document, post);
  const key = made && keyFor(document, made.schema, name, before);
  if (post && key) return { operation: post.id, path: key, makes: true };
  const place = { place: `${before}/{${name}}`, isNumber: isNumeric(schema), makes: true };
  if (post && namesPlace(post)) return { operation: post.id, path: [], ...place };
  const chosen = chosenIn(document, stated, `${before}/{${name}}`);
  if (chosen) return chosen;
  const read = get && locateSuccess(document, get);
  const listed = read && listIn(document, read.schema, before);
  const inList = listed && keyFor(document, listed.items, name, before);
  const several = post ? undefined : severalNames(document, stated, path, name);
  if (several) return { ...several, isNumber: isNumeric(schema) };
  const elsewhere = post ? undefined : madeElsewhere(document, stated, `${before}/{${name}}`, name);
  if (elsewhere) return elsewhere;
  if (get && listed && inList) return { operation: get.id, path: [...listed.path, '0', ...inList], makes: false };
  const url = made && urlIn(document, made.schema);
  return post && url && { operation: post.id, path: url, ...place };
}

/**
 * For `/repos/{owner}/{repo}`, finds a POST elsewhere that creates a repository, such as the one at `/user/repos`. Its response
 * must give the path of the repository, in `Location` or in a property.
 */
function severalNames(document: Schema, stated: readonly Stated[], path: string, name: string): Origin | undefined {
  const parts = path.split('/');
  const at = parts.indexOf(`{${name}}`);
  const end = parts.findIndex((part, index) => index > at && !part.startsWith('{'));
  const group = parts.slice(0, end < 0 ? parts.length : end);
  if (!group.at(-2)?.startsWith('{')) return undefined;
  const item = group.join('/');
  const found = makerOf(document, stated, item);
  const made = found && (namesPlace(found.maker) ? [] : urlIn(document, found.schema));
  return made && { operation: found.maker.id, path: made, place: item, before: group.length - 1 - at, makes: true };
}

/**
 * Finds the POST that creates the object at the path `item`, and the object's schema. The POST is neither at that path nor below
 * it, and its first 2xx in the document is a 201 or 202 with the same schema as the response to a GET of the object.
 */
function makerOf(document: Schema, stated: readonly Stated[], item: string): { maker: Operation; schema: Schema } | undefined {
  const get = findAt(stated, 'GET', item);
  const shown = get && locateSuccess(document, get);
  // A schema that is not in `components` belongs to one response only, so no other response can have it.
  if (!shown?.pointer.startsWith('/components/')) return undefined;
  const found = stated.find(({ operation: one }) => {
    const first = one.plain?.responses.find(({ status }) => status.startsWith('2'))?.status ?? '';
    const isElsewhere = one.method === 'POST' && !`${shapeOf(one.path)}/`.startsWith(`${shapeOf(item)}/`);
    return isElsewhere && ['201', '202'].includes(first) && locateSuccess(document, one)?.pointer === shown.pointer;
  });
  return found && { maker: found.operation, schema: shown.schema };
}

/**
 * For `/comments/{id}`, finds a POST elsewhere that creates a comment, such as the one at `/articles/{articleId}/comments`. Its
 * 201 or 202 must have the same schema as the response to a GET at `/comments/{id}`.
 */
function madeElsewhere(document: Schema, stated: readonly Stated[], item: string, name: string): Origin | undefined {
  const found = makerOf(document, stated, item);
  const key = found && keyFor(document, found.schema, name, item.slice(0, item.lastIndexOf('/')));
  return key && { operation: found.maker.id, path: key, makes: true };
}

const isNumeric = ({ type }: Schema): boolean => ['integer', 'number'].some((one) => [type].flat().includes(one));

/** Returns whether an operation documents a `Location` header for a 201, or for a redirect such as one after a submitted form. */
const namesPlace = ({ plain }: Operation): boolean =>
  plain?.responses.some(
    ({ status, headers }) => /^(201|30[123])$/.test(status) && headers.some(({ name }) => /^location$/i.test(name)),
  ) ?? false;

/** Finds the path parameter whose value the client chooses, such as `{code}` if `PUT /rooms/{code}` can create a room. */
function chosenIn(document: Schema, stated: readonly Stated[], item: string): Origin | undefined {
  const put = findAt(stated, 'PUT', item);
  const last = put?.parameters.findLast(({ name, in: place }) => place === 'path' && put.path.includes(`{${name}}`));
  const makes = put?.plain?.responses.some(({ status }) => status === '201');
  if (!put || !last || !makes) return undefined;
  const stands = follow(document, `#${last.pointer}`);
  const parts = [stands, ...(stands.schema ? [locate(document, stands, last.pointer, 'schema').schema] : [])];
  const has = (...keywords: string[]): boolean => parts.some((part) => keywords.some((keyword) => keyword in part));
  const origin: Origin = { operation: put.id, path: [], chosen: keyOf(last), makes: true };
  return has('enum', 'default') ? undefined : { ...origin, ...(has('example', 'examples') && { hasExample: true }) };
}

const shapeOf = (path: string): string => path.replace(/\/$/, '').replaceAll(/\{[^{}]+\}/g, '{}');

/** Finds the operation with this method at this path. The names of path parameters may differ. */
const findAt = (stated: readonly Stated[], method: string, path: string): Operation | undefined =>
  stated.find(({ operation: one }) => one.method === method && shapeOf(one.path) === shapeOf(path))?.operation;
