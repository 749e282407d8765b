import type { Operation, Schema } from '../contract.ts';
import { follow, locate, pointed } from '../follow-reference.ts';
import { isJson } from './read-responses.ts';

/** Properties that may contain the URL of a new object, or its name in a collection, such as `shelves/fiction`. */
const ofUrls = [['url'], ['href'], ['uri'], ['self'], ['selfLink'], ['_links', 'self', 'href'], ['links', 'self'], ['name']];

/** Finds the property that probably contains an object's URL. Only a response can show whether it does. */
export function urlIn(document: Schema, schema: Schema): string[] | undefined {
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

/** Maximum number of nested envelopes that are searched for the object. */
const mostEnvelopes = 3;

/** Returns the letters and digits of a name, in lower case: `page_size`, `pageSize` and `page[size]` mean the same. */
export const bare = (name: string): string => name.replaceAll(/[^a-z0-9]/gi, '').toLowerCase();

export function keyFor(document: Schema, schema: Schema, name: string, before: string, deep = 0): string[] | undefined {
  const properties = propertiesOf(document, schema);
  const resource = bare(before.split('/').findLast((part) => !part.startsWith('{')) ?? '');
  const singular = resource.replace(/ies$/, 'y').replace(/s$/, '');
  const own = bare(name);
  const short = own.startsWith(singular) ? own.slice(singular.length) : own;
  const wanted = [own, short, `${singular}${own}`, `${singular}id`, 'id', 'resourceid', 'uuid'].filter((one) => one !== '');
  for (const one of wanted) {
    const key = Object.keys(properties).find((property) => bare(property) === one);
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
export function listIn(
  document: Schema,
  schema: Schema,
  before: string,
  deep = 0,
): { path: string[]; items: Schema } | undefined {
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
  if (!embedded || deep >= mostEnvelopes) return undefined;
  const inner = listIn(document, locate(document, embedded, '').schema, before, deep + 1);
  return inner && inner.path.length > 0 ? { ...inner, path: ['_embedded', ...inner.path] } : undefined;
}

/** Returns whether the document says that a PUT replaces the object. Many servers change only the fields in the body. */
export function saysReplaces({ 'x-replaces': fact, operationId, summary, description }: Schema): boolean {
  const words = [operationId, summary, description].join(' ');
  return (
    fact === true || (/replac/i.test(words) && !/\b(not|never|only|partial|merg|keep|kept|remain|retain|unchanged)/i.test(words))
  );
}
