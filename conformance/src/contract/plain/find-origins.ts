import { keyOf, type Operation, type Parameter, type Schema } from '../contract.ts';
import { follow, locate, pointed, unpointed } from '../follow-reference.ts';
import type { Origin } from './facts.ts';
import { isJson } from './read-responses.ts';

/** An operation and the node of the document that describes it. */
export interface Stated {
  operation: Operation;
  schema: Schema;
}

/**
 * Finds, for each parameter or property that identifies an object, the operation that provides its value. This is the one that
 * `x-identifies` or the link of a response names. If there is none, it is the POST or the list at the parent path.
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
        (place === 'path' ? abovePath(document, stated, operation, parameter) : undefined);
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

/** A property of a body that must have the same value as a parameter. */
interface Repeated {
  /** Key of the parameter in the values of a request. */
  key: string;
  /** Keys that lead from the body to the property. */
  path: string[];
  schema: Schema;
}

/**
 * Finds the property of a body that repeats the id at the end of the path, as in JSON:API. Servers refuse a body with a different
 * id.
 */
export function repeatedIn({ path, parameters, request }: Operation): Repeated | undefined {
  const last = parameters.find(({ name, in: place }) => place === 'path' && path.replace(/\/$/, '').endsWith(`/{${name}}`));
  for (const keys of last ? [[last.name], ['id'], ['data', 'id']] : []) {
    const schema = keys.reduce<Schema | undefined>((at, key) => at?.properties?.[key], request);
    if (last && schema) return { key: keyOf(last), path: keys, schema };
  }
  return undefined;
}

/**
 * Gives required properties the origin of a path parameter with the same name, because a name such as `eventId` means the same
 * everywhere.
 */
function shareNames(stated: readonly Stated[]): void {
  const known = new Map<string, Origin>();
  for (const { operation } of stated)
    for (const { name, in: place } of operation.parameters) {
      const origin = place === 'path' && name.toLowerCase() !== 'id' ? operation.plain?.origins.get(name) : undefined;
      if (origin?.makes) known.set(name, origin);
    }
  for (const { operation } of stated)
    for (const name of operation.request.required ?? []) {
      const origin = known.get(name);
      const origins = operation.plain?.origins as Map<string, Origin>;
      if (origin && origin.operation !== operation.id && !origins.has(name)) origins.set(name, origin);
    }
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
        const link = locate(document, one, '').schema as {
          operationId?: string;
          operationRef?: string;
          parameters?: Record<string, unknown>;
        };
        const target =
          link.operationId ?? stated.find((other) => `#${other.operation.pointer}` === link.operationRef)?.operation.id;
        for (const [name, value] of Object.entries(link.parameters ?? {})) {
          const [, pointer] = /^\$response\.body#\/(.+)$/.exec(String(value)) ?? [];
          if (pointer === undefined) continue;
          const path = pointer.split('/').map(unpointed);
          found.set(`${target} ${name.replace(/^(path|query|header|cookie)\./, '')}`, {
            operation: operation.id,
            path,
            makes: operation.method === 'POST',
          });
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
  const at = (method: string) =>
    stated.find(({ operation }) => operation.method === method && sameShape(operation.path, before))?.operation;
  const [post, get] = [at('POST'), at('GET')];
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
  const elsewhere = post ? undefined : madeElsewhere(document, stated, `${before}/{${name}}`, name);
  if (elsewhere) return elsewhere;
  if (get && listed && inList) return { operation: get.id, path: [...listed.path, '0', ...inList], makes: false };
  const url = made && urlIn(document, made.schema);
  return post && url && { operation: post.id, path: url, ...place };
}

/**
 * For `/comments/{id}`, finds a POST elsewhere that creates a comment, such as the one at `/articles/{articleId}/comments`. Its
 * 201 or 202 must have the same schema as the response to a GET at `/comments/{id}`.
 */
function madeElsewhere(document: Schema, stated: readonly Stated[], item: string, name: string): Origin | undefined {
  const operations = stated.map(({ operation }) => operation);
  const get = operations.find(({ method, path }) => method === 'GET' && shapeOf(path) === shapeOf(item));
  const shown = get && locateSuccess(document, get);
  // A schema that is not in `components` belongs to one response only, so no other response can have it.
  if (!shown?.pointer.startsWith('/components/')) return undefined;
  const maker = operations.find((one) => {
    const first = one.plain?.responses.find(({ status }) => status.startsWith('2'))?.status ?? '';
    const isElsewhere = one.method === 'POST' && !`${shapeOf(one.path)}/`.startsWith(`${shapeOf(item)}/`);
    return isElsewhere && ['201', '202'].includes(first) && locateSuccess(document, one)?.pointer === shown.pointer;
  });
  const key = maker && keyFor(document, shown.schema, name, item.slice(0, item.lastIndexOf('/')));
  return key && { operation: maker.id, path: key, makes: true };
}

const isNumeric = ({ type }: Schema): boolean => ['integer', 'number'].some((one) => [type].flat().includes(one));

/** Returns whether an operation documents a `Location` header with a 201, or with the redirect after a form. */
const namesPlace = ({ plain }: Operation): boolean =>
  plain?.responses.some(
    ({ status, headers }) => /^(201|30[123])$/.test(status) && headers.some(({ name }) => /^location$/i.test(name)),
  ) ?? false;

/** Properties that may contain the URL of a new object, or its name in a collection, such as `shelves/fiction`. */
const ofUrls = [['url'], ['href'], ['uri'], ['self'], ['selfLink'], ['_links', 'self', 'href'], ['links', 'self'], ['name']];

/** Finds the property that probably contains an object's URL. Whether it does can be seen only in a response. */
function urlIn(document: Schema, schema: Schema): string[] | undefined {
  return ofUrls.find((keys) => {
    const found = keys.reduce<Schema | undefined>((at, key) => {
      const property = at && propertiesOf(document, at)[key];
      return property && locate(document, property, '').schema;
    }, schema);
    const saysPath = [found?.pattern, found?.description, found?.example, found?.examples]
      .flat()
      .some((one) => /\//.test(String(one)));
    return found?.type === 'string' && (keys[0] !== 'name' || found.readOnly === true || saysPath);
  });
}

/** For `PUT /rooms/{code}`, which creates the room if it does not exist, finds the parameter with the code. */
function chosenIn(document: Schema, stated: readonly Stated[], item: string): Origin | undefined {
  const put = stated.find(({ operation: { method, path } }) => method === 'PUT' && sameShape(path, item))?.operation;
  const last = put?.parameters.findLast(({ name, in: place }) => place === 'path' && put.path.includes(`{${name}}`));
  const makes = put?.plain?.responses.some(({ status }) => status === '201');
  if (!put || !last || !makes) return undefined;
  // If the document contains an example of the value, the object may already exist, so the suite does not choose a value.
  const stands = follow(document, `#${last.pointer}`);
  const parts = [stands, ...(stands.schema ? [locate(document, stands, last.pointer, 'schema').schema] : [])];
  const isListed = parts.some((part) => ['example', 'examples', 'enum', 'default'].some((keyword) => keyword in part));
  return !isListed ? { operation: put.id, path: [], chosen: keyOf(last), makes: true } : undefined;
}

const shapeOf = (path: string): string => path.replace(/\/$/, '').replaceAll(/\{[^{}]+\}/g, '{}');

const sameShape = (one: string, other: string): boolean => shapeOf(one) === shapeOf(other);

/** Finds the JSON schema of the first successful response, and follows references. */
export function locateSuccess(document: Schema, operation: Operation): { schema: Schema; pointer: string } | undefined {
  const success = operation.plain?.responses.find(({ status }) => status.startsWith('2'));
  const reference = success?.content.find(({ type }) => isJson(type))?.schema;
  return reference === undefined ? undefined : locate(document, follow(document, reference), reference.slice(1));
}

/** Returns the schemas of an object's properties, including those in `allOf` and in every branch of a choice. */
export function propertiesOf(document: Schema, schema: Schema, seen = new Set<Schema>()): Record<string, Schema> {
  if (seen.has(schema)) return {};
  seen.add(schema);
  const inside = [schema.anyOf, schema.oneOf, schema.allOf].flatMap((list) => (Array.isArray(list) ? (list as Schema[]) : []));
  const parts = inside.map((one) => propertiesOf(document, locate(document, one, '').schema, seen));
  return Object.assign({}, ...parts, schema.properties ?? {});
}

/** Maximum number of nested envelopes inside which the object is looked for. */
const mostEnvelopes = 3;

function keyFor(document: Schema, schema: Schema, name: string, before: string, deep = 0): string[] | undefined {
  const properties = propertiesOf(document, schema);
  const plain = (text: string): string => text.replaceAll(/[^a-z0-9]/gi, '').toLowerCase();
  const resource = plain(
    before
      .split('/')
      .filter((part) => !part.startsWith('{'))
      .at(-1) ?? '',
  );
  const singular = resource.replace(/ies$/, 'y').replace(/s$/, '');
  const bare = plain(name).startsWith(singular) ? plain(name).slice(singular.length) : plain(name);
  const wanted = [plain(name), bare, `${singular}${plain(name)}`, `${singular}id`, 'id'].filter((one) => one !== '');
  for (const one of wanted) {
    const key = Object.keys(properties).find((property) => plain(property) === one);
    if (key !== undefined) return [key];
  }
  // Searches inside an envelope, which is an object such as { "data": { "id": … } }.
  for (const [outer, property] of deep < mostEnvelopes ? Object.entries(properties) : []) {
    if (!['data', 'result', singular].includes(outer.toLowerCase())) continue;
    const key = keyFor(document, locate(document, property, '').schema, name, before, deep + 1);
    if (key) return [outer, ...key];
  }
  return undefined;
}

/** Usual names of the property that contains the items of a page. */
const ofPages = ['data', 'items', 'results', 'value'];

/** Finds the list in a response: the response itself, the only list in it, or the one with a usual name. */
function listIn(document: Schema, schema: Schema, before: string): { path: string[]; items: Schema } | undefined {
  if (schema.items) return { path: [], items: locate(document, schema.items as Schema, '').schema };
  const properties = propertiesOf(document, schema);
  const lists = Object.entries(properties).flatMap(([key, start]) => {
    const property = locate(document, start, `/${pointed(key)}`).schema;
    return property.items ? [{ path: [key], items: locate(document, property.items as Schema, '').schema }] : [];
  });
  const [named] = lists.filter(({ path: [key = ''] }) => ofPages.includes(key) || before.endsWith(`/${key}`));
  if (lists.length > 0) return lists.length === 1 ? lists[0] : named;
  // HAL puts lists into an object: { "_embedded": { "books": […] } }.
  const { _embedded: embedded } = properties;
  const inner = embedded && listIn(document, locate(document, embedded, '').schema, before);
  return inner && inner.path.length > 0 ? { ...inner, path: ['_embedded', ...inner.path] } : undefined;
}
