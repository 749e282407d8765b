import { isDeepStrictEqual } from 'node:util';
import { listAlternatives } from './claimed-schema.ts';
import { compileSchema } from './compile-schema.ts';
import type { Schema } from './contract.ts';
import { type Located, pointed } from './follow-reference.ts';
import { sampleOf } from './sample-of.ts';

/** Returns the value at a path such as `lines/0/price`. Returns undefined if there is none. */
export function valueAt(object: unknown, path: string): unknown {
  const named = own(object, path);
  if (named !== undefined || !path.includes('/')) return named;
  return path.split('/').reduce(own, object);
}

const own = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, name) ? (value as Schema)[name] : undefined;

/** Returns the value at a path that is given as a list of names, because a name may contain a slash. */
export const valueIn = (whole: unknown, names: readonly string[]): unknown => names.reduce(own, whole);

/** Returns a copy of an object with a new value at a path. Undefined removes the field. */
export const withValue = <Whole extends object>(whole: Whole, path: string, value: unknown): Whole =>
  withValueIn(whole, Object.hasOwn(whole, path) ? [path] : path.split('/'), value);

/** Returns a copy with a new value at a path that is given as a list of names. Adds objects that are missing on the way. */
export function withValueIn<Whole extends object>(whole: Whole, [name = '', ...rest]: readonly string[], value: unknown): Whole {
  const inner = own(whole, name);
  const isObject = typeof inner === 'object' && inner !== null;
  const next = rest.length === 0 ? value : withValueIn(isObject ? inner : {}, rest, value);
  // Does not extend a list: if it has no item with this index, it stays as it is.
  if (Array.isArray(whole)) return own(whole, name) === undefined ? whole : Object.assign([], whole, { [name]: next });
  const { [name]: _before, ...others } = whole as Schema;
  if (next === undefined) return others as Whole;
  return (Object.hasOwn(whole, name) ? { ...whole, [name]: next } : { ...others, [name]: next }) as Whole;
}

/** Returns a copy of an object with new values at several paths. */
export const withValues = <Whole extends object>(whole: Whole, values: Schema): Whole =>
  Object.entries(values).reduce((changed, [path, value]) => withValue(changed, path, value), whole);

/** Returns the object's schema, and the pointer to it, from a choice between an object and null. Returns `schema` otherwise. */
function partOf(schema: Schema): Located {
  const branches = (schema.anyOf ?? schema.oneOf) as Schema[] | undefined;
  const [only, ...more] = schema.properties === undefined ? listAlternatives(schema) : [];
  if (only === undefined || more.length > 0) return { schema, pointer: '' };
  const keyword = schema.anyOf === undefined ? 'oneOf' : 'anyOf';
  return { schema: only, pointer: `/${keyword}/${branches?.findIndex(({ properties }) => properties !== undefined)}` };
}

/** Returns the schema of the object that a property contains, directly or in a list, and the pointer to it from the property. */
export function objectIn(schema: Schema): Located {
  const { items } = schema;
  if (typeof items !== 'object' || items === null) return partOf(schema);
  const inner = objectIn(items);
  return { schema: inner.schema, pointer: `/items${inner.pointer}` };
}

/** Returns the schema at a path, and the pointer to it from the whole schema. The path may omit the indexes of list items. */
export function schemaAt(whole: Schema, path: string): Located {
  const named = whole.properties?.[path];
  if (named) return { schema: named, pointer: `/properties/${pointed(path)}` };
  return path.split('/').reduce(
    (at, name, index) => {
      const { items } = partOf(at.schema).schema;
      if (items && /^\d+$/.test(name)) return { schema: items, pointer: `${at.pointer}/items` };
      const inner = index === 0 ? { schema: at.schema, pointer: '' } : objectIn(at.schema);
      const pointer = `${at.pointer}${inner.pointer}/properties/${pointed(name)}`;
      return { schema: inner.schema.properties?.[name] ?? {}, pointer };
    },
    { schema: whole, pointer: '' },
  );
}

/** Lists the paths of all objects at a path without indexes. For `lines`, it returns `lines/0/`, `lines/1/` and so on. */
export function placesAt(value: unknown, path: readonly string[], at = ''): string[] {
  if (Array.isArray(value)) return value.flatMap((entry, index) => placesAt(entry, path, `${at}${index}/`));
  if (typeof value !== 'object' || value === null) return [];
  const [name, ...rest] = path;
  return name === undefined ? [at] : placesAt(own(value, name), rest, `${at}${name}/`);
}

/** Adds the missing objects on a path to a body. Extends each list on the path to `count` items if its schema allows it. */
export function withObjects<Whole extends object>(whole: Whole, request: Schema, path: readonly string[], count: number): Whole {
  return path.reduce((changed, _name, index) => {
    const places = index === 0 ? [''] : placesAt(changed, path.slice(0, index));
    return places.reduce((before, place) => {
      const at = `${place}${path[index]}`;
      const { schema } = schemaAt(request, at);
      const held = valueAt(before, at) ?? sampleOf(schema, at);
      return withValue(before, at, Array.isArray(held) ? listOf(schema, held, count) : held);
    }, changed);
  }, whole);
}

/** Extends a list to `count` items with examples and copies of its items, if its schema allows the result. */
function listOf(schema: Schema, held: unknown[], count: number): unknown[] {
  const entries = held.length > 0 ? held : [sampleOf(schema.items ?? {}, 'items')];
  const isAllowed = compileSchema(schema);
  const listed = ((schema.examples ?? []) as unknown[]).flat().filter((one) => !entries.some((e) => isDeepStrictEqual(e, one)));
  const many = [...entries, ...listed, ...Array(count).fill(entries[0])].slice(0, Math.max(count, held.length));
  return isAllowed(many) ? many : entries;
}
