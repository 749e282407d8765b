import type { Operation, Schema } from '../contract.ts';
import { follow, locate, pointed } from '../follow-reference.ts';
import type { Origin } from './facts.ts';
import { isJson } from './read-responses.ts';

/** An operation with its part of the document. */
export interface Stated {
  operation: Operation;
  schema: Schema;
}

/**
 * Finds, for each parameter or property that identifies an object, the operation that provides its value: named by `x-identifies`
 * or a link of a response, or else the POST or the list at the parent path.
 */
export function findOrigins(document: Schema, stated: readonly Stated[]): void {
  const linked = readLinks(document, stated);
  for (const { operation } of stated) {
    const origins = operation.plain?.origins as Map<string, Origin>;
    for (const { name, key = name, in: place, identifies } of operation.parameters) {
      const origin =
        (identifies === undefined ? undefined : ofFact(document, stated, identifies)) ??
        linked.get(`${operation.id} ${name}`) ??
        (place === 'path' ? abovePath(document, stated, operation, name) : undefined);
      if (origin && origin.operation !== operation.id) origins.set(key, origin);
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
 * Gives a required property the origin of a path parameter with the same name, because an `eventId` means the same everywhere.
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

/** Finds the operation for `#/components/schemas/Ticket/properties/id`: the POST whose success is a Ticket. */
function ofFact(document: Schema, stated: readonly Stated[], reference: string): Origin | undefined {
  const [object = '', property = ''] = reference.split('/properties/');
  const maker = stated.find(
    ({ operation }) => operation.method === 'POST' && locateSuccess(document, operation)?.pointer === object.replace(/^#/, ''),
  );
  return maker && { operation: maker.operation.id, path: [property], makes: true };
}

/** Reads the links of success responses, keyed by the operation and the parameter that they lead to. */
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
          const path = pointer.split('/').map((key) => key.replaceAll('~1', '/').replaceAll('~0', '~'));
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

/** For `/tickets/{ticketId}`, finds the id in the response of `POST /tickets`, or in the list that `GET /tickets` returns. */
function abovePath(document: Schema, stated: readonly Stated[], { path }: Operation, name: string): Origin | undefined {
  const before = path.slice(0, path.indexOf(`{${name}}`)).replace(/\/$/, '');
  const at = (method: string) =>
    stated.find(({ operation }) => operation.method === method && sameShape(operation.path.replace(/\/$/, ''), before))
      ?.operation;
  const [post, get] = [at('POST'), at('GET')];
  const made = post && locateSuccess(document, post);
  const key = made && keyFor(document, made.schema, name, before);
  if (post && key) return { operation: post.id, path: key, makes: true };
  const read = get && locateSuccess(document, get);
  const listed = read && listIn(document, read.schema);
  const inList = listed && keyFor(document, listed.items, name, before);
  return get && listed && inList ? { operation: get.id, path: [...listed.path, '0', ...inList], makes: false } : undefined;
}

const sameShape = (one: string, other: string): boolean =>
  one.replaceAll(/\{[^{}]+\}/g, '{}') === other.replaceAll(/\{[^{}]+\}/g, '{}');

/** Finds the JSON schema of the first success response, following references. */
export function locateSuccess(document: Schema, operation: Operation): { schema: Schema; pointer: string } | undefined {
  const success = operation.plain?.responses.find(({ status }) => status.startsWith('2'));
  const reference = success?.content.find(({ type }) => isJson(type))?.schema;
  return reference === undefined ? undefined : locate(document, follow(document, reference), reference.slice(1));
}

/**
 * Returns the properties of an object schema with their schemas, including those from `allOf` and those that one of several
 * choices may have. Each part is visited once.
 */
export function propertiesOf(document: Schema, schema: Schema, seen = new Set<Schema>()): Record<string, Schema> {
  if (seen.has(schema)) return {};
  seen.add(schema);
  const inside = [schema.anyOf, schema.oneOf, schema.allOf].flatMap((list) => (Array.isArray(list) ? (list as Schema[]) : []));
  const parts = inside.map((one) => propertiesOf(document, locate(document, one, '').schema, seen));
  return Object.assign({}, ...parts, schema.properties ?? {});
}

/** Maximum number of nested envelopes that are opened. */
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
  // An envelope: { "data": { "id": … } }.
  const inner = Object.entries(properties).filter(
    ([, property]) => Object.keys(propertiesOf(document, locate(document, property, '').schema)).length > 0,
  );
  const [only] = inner.length === 1 ? inner : [];
  const key =
    only && deep < mostEnvelopes && ['data', 'result', singular].includes(only[0].toLowerCase())
      ? keyFor(document, locate(document, only[1], '').schema, name, before, deep + 1)
      : undefined;
  return only && key && [only[0], ...key];
}

/** Finds the list in a response: the response itself, or its only property that is a list. */
function listIn(document: Schema, schema: Schema): { path: string[]; items: Schema } | undefined {
  if (schema.items) return { path: [], items: locate(document, schema.items as Schema, '').schema };
  const lists = Object.entries(propertiesOf(document, schema)).flatMap(([key, start]) => {
    const property = locate(document, start, `/${pointed(key)}`).schema;
    return property.items ? [{ path: [key], items: locate(document, property.items as Schema, '').schema }] : [];
  });
  return lists.length === 1 ? lists[0] : undefined;
}
