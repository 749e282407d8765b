import { isDeepStrictEqual } from 'node:util';
import { readTime } from '../text/read-time.ts';
import { compileSchema } from './compile-schema.ts';
import type { Comparison, Operation, Schema } from './contract.ts';
import { decimalsOf, exact, type Rounding, round } from './exact-numbers.ts';
import { objectIn, placesAt, valueAt } from './follow-path.ts';

/** A rule about the value of a field and another value (`x-relations`). */
export interface Relation {
  /** The field to which the rule applies. `lines/price` is the field `price` in each item of the list `lines`. */
  property: string;
  /** The object inside the body that contains the field, such as `lines/`. Absent if the field is directly in the body. */
  place?: string;
  is: Comparison | 'sum' | 'decimals' | 'set' | 'unset' | 'past' | 'distinct' | 'unique';
  /**
   * The field with which `property` is compared or, for `decimals`, the field that contains the unit. This field is in the same
   * object, in an object inside it (`limit/most`), or in the body (`/amount`).
   */
  field?: string;
  /** A field whose value is subtracted from the value of `field` before the comparison. */
  less?: string;
  /** A field whose value is added to the value of `field` before the comparison, in seconds if `field` is a time. */
  plus?: string;
  /** A number by which the result of `less` and `plus` is multiplied. */
  times?: number;
  /** A number that is added to the product. If it depends on a unit, one number for each value of the unit field. */
  added?: number | Record<string, number>;
  /** The field that contains the unit for `added`, and for `decimals` if the product is rounded. */
  unit?: string;
  /** Other fields of the object. Two objects must not have the same values in `property` and in all these fields (`unique`). */
  together?: string[];
  /** Values that always satisfy the rule, such as `*` in If-Match. */
  unless?: unknown[];
  /** How the product is rounded to `decimals`. */
  rounded?: Rounding;
  /** True if `property` is compared with `field` in the previous item of the list. The first item is not compared. */
  previous?: boolean;
  /** The fields whose values are added up. `lines/amount` is the field `amount` in each item of the list `lines`. */
  fields?: string[];
  /** Reference to the schema of the stored object that contains `field`. Absent if `field` is in the same object. */
  of?: string;
  /** Set if the rule applies only when other fields have certain values: for each field, these values. */
  when?: Record<string, unknown[]>;
  /** Maximum number of decimals. If it depends on a unit, one number for each value of the unit field. */
  decimals?: number | Record<string, number>;
  /** Maximum number of seconds between the two times. */
  within?: number;
  /** The problem code with which a request that breaks the rule is refused. Default: `validation_failed`. */
  problem?: string;
  requirement: string;
}

type Fields = Readonly<Record<string, unknown>>;

/** Lists the relations of a schema's properties, and of the objects inside it. */
export function relationsOf({ properties = {} }: Schema, place = ''): Relation[] {
  return Object.entries(properties).flatMap(([name, schema]) => [
    ...((schema['x-relations'] ?? []) as Omit<Relation, 'property'>[]).map((relation) => ({
      ...relation,
      ...(place !== '' && { place }),
      property: place + name,
    })),
    ...relationsOf(objectIn(schema).schema, `${place}${name}/`),
  ]);
}

/** Returns the schema of a request body, with the parameters that occur in relations added as if they were properties. */
export function relatedOf({ request, parameters }: Pick<Operation, 'request' | 'parameters'>): Schema {
  const properties = Object.fromEntries(parameters.map(({ name, schema }) => [name, schema]));
  const compared = relationsOf({ properties }).flatMap(({ field, of }) => (of === undefined ? [field] : []));
  const related = parameters.filter(({ name, schema }) => 'x-relations' in schema || compared.includes(name));
  if (related.length === 0) return request;
  return {
    ...request,
    properties: { ...request.properties, ...Object.fromEntries(related.map(({ name, schema }) => [name, schema])) },
    required: [...(request.required ?? []), ...related.flatMap(({ required, name }) => (required ? [name] : []))],
  };
}

/** Copies the relation for each object to which it applies. Field names become paths: `lines/0/price`, `lines/1/price`. */
export function instancesOf(relation: Relation, body: Fields): Relation[] {
  const { previous, ...plain } = relation;
  const { place = '', property, field, less, plus, unit, fields, when, of } = plain;
  const places = place === '' ? [''] : placesAt(body, place.split('/').slice(0, -1));
  return places.flatMap((at) => {
    const from = previous ? entryBefore(at) : at;
    if (from === undefined) return [];
    const within = (place: string) => (name: string) => (name.startsWith('/') ? name.slice(1) : place + name);
    const beside = within(at);
    const other = of === undefined ? within(from) : (name: string) => name;
    return {
      ...plain,
      ...(at !== '' && { place: at }),
      property: at + property.slice(place.length),
      ...(field !== undefined && { field: other(field) }),
      ...(less !== undefined && { less: other(less) }),
      ...(plus !== undefined && { plus: beside(plus) }),
      ...(unit !== undefined && { unit: beside(unit) }),
      ...(fields && { fields: fields.map(other) }),
      ...(when && { when: Object.fromEntries(Object.entries(when).map(([name, values]) => [beside(name), values])) }),
    };
  });
}

/** Returns the place of the previous item: `lines/0/` for `lines/1/`. Returns undefined for the first item. */
function entryBefore(at: string): string | undefined {
  const [index, ...list] = at.split('/').slice(0, -1).reverse();
  return Number(index) > 0 ? [...list.reverse(), Number(index) - 1, ''].join('/') : undefined;
}

/** Makes a name for a relation, such as `refund/at-most-paid`. */
export function nameOf({ property, is, field, previous, fields, when }: Relation): string {
  const other = (field ?? fields?.join('-'))?.replaceAll('/', '.');
  const whens = Object.values(when ?? {})
    .flat()
    .join('-');
  return `${property.replaceAll('/', '.')}/${[is, previous && 'previous', other, whens].filter((part) => part).join('-')}`;
}

/**
 * Describes the value that a field should have, such as `refund: at most paid (12.34)`. Returns undefined if the relation holds
 * or does not apply.
 * @param stored the object whose id the request contains; if the relation has `of`, `field` is in this object
 */
export function breachOf(relation: Relation, object: Fields, stored?: Fields): string | undefined {
  const breaches = instancesOf(relation, object).map((one) => breachIn(one, object, stored));
  return breaches.find((breach) => breach !== undefined);
}

/** Does the same as `breachOf` for a relation that `instancesOf` returned. */
export function breachIn(relation: Relation, object: Fields, stored?: Fields): string | undefined {
  const { property, is, when = {}, of } = relation;
  if (Object.entries(when).some(([name, values]) => !values.includes(valueAt(object, name)))) return undefined;
  const value = valueAt(object, property) ?? null;
  // A single object does not show whether a value is in the past or unique, so this is left to the cases.
  if (is === 'past' || is === 'unique' || relation.unless?.includes(value)) return undefined;
  const whens = Object.entries(when).map(([name]) => ` while ${name} is ${valueAt(object, name)}`);
  if (is === 'unset') return value === null ? undefined : `${property}: null${whens}`;
  if (is === 'set') return value === null ? `${property}: not null${whens}` : undefined;
  if (is === 'distinct') {
    const twin = twinsOf(relation, object).find((path) => value !== null && isDeepStrictEqual(valueAt(object, path), value));
    return twin && `${property}: another value than ${twin}`;
  }
  if (is === 'equal' && of !== undefined && stored !== undefined && valueAt(object, property) !== undefined) {
    const own = valueAt(stored, relation.field ?? '') ?? null;
    return isDeepStrictEqual(value, own) ? undefined : `${property}: ${JSON.stringify(own)}, as ${relation.field} is${whens}`;
  }
  if (value === null || (of !== undefined && stored === undefined)) return undefined;
  if (is === 'decimals') {
    const most = decimalsFor(relation, object);
    return most === undefined || decimalsOf(value) <= most ? undefined : `${property}: at most ${most} decimals`;
  }
  const bound = boundOf(relation, object, stored);
  if (bound === undefined || holds(relation, value, bound)) return undefined;
  const than = otherNameOf(relation, ' + ');
  const within = relation.within === undefined ? '' : `, by ${relation.within} seconds at most`;
  return `${property}: ${is.replace('-', ' ')} ${than} (${bound})${within}${whens}`;
}

/** Lists the paths of the same field in the other items of the list. */
export function twinsOf({ property, place = '' }: Relation, body: Fields): string[] {
  const [, list, index] = /^(.*)\/(\d+)\/$/.exec(place) ?? [];
  const entries = list === undefined ? undefined : valueAt(body, list);
  if (!Array.isArray(entries)) return [];
  const name = property.slice(place.length);
  return entries.flatMap((_, at) => (at === Number(index) ? [] : [`${list}/${at}/${name}`]));
}

/** Returns the value with which a field is compared. Returns undefined if there is none. */
export function boundOf(relation: Relation, object: Fields, stored?: Fields): unknown {
  const { field, less, times, plus, fields, of, rounded } = relation;
  const from = of === undefined ? object : (stored ?? {});
  if (fields) {
    // Skips fields that are null or absent.
    const parts = fields.flatMap((path) => partsAt(from, path.split('/'))).filter((part) => (part ?? null) !== null);
    return parts.length === 0 || parts.some((part) => typeof part !== 'number')
      ? undefined
      : exact(parts.reduce<number>((sum, part) => sum + Number(part), 0));
  }
  // In a stored object, null means that nothing has been counted yet, so it is compared as 0.
  const own = valueAt(from, field ?? '') ?? (of === undefined ? undefined : 0);
  if (plus !== undefined) return sumOf(own, valueAt(object, plus));
  if (typeof own !== 'number') return own;
  const left = less === undefined ? own : exact(own - Number(valueAt(from, less) ?? 0));
  const [added, decimals] = [addedFor(relation, object), decimalsFor(relation, object)];
  if (added === undefined || (rounded !== undefined && decimals === undefined)) return undefined;
  const product = times === undefined && added === 0 ? left : exact(left * (times ?? 1) + added);
  return rounded === undefined ? product : round(product, decimals as number, rounded);
}

/** Adds a number to a number, or seconds to a time. Returns undefined if either is missing. */
function sumOf(value: unknown, added: unknown): unknown {
  if (typeof added !== 'number') return undefined;
  if (typeof value === 'number') return exact(value + added);
  const time = typeof value === 'string' ? readTime(value) : Number.NaN;
  return Number.isNaN(time) ? undefined : new Date(time + added * 1000).toISOString();
}

/** Describes the value with which a field is compared. */
export const otherNameOf = ({ field = '', less, times, added, rounded, plus, previous, fields }: Relation, and: string): string =>
  fields?.join(and) ??
  [
    ...[times === undefined ? '' : `${times} times `, field, less === undefined ? '' : ` less ${less}`],
    ...[plus === undefined ? '' : ` plus ${plus}`, previous ? ' of the entry before' : ''],
    added === undefined ? '' : ` plus ${JSON.stringify(added)}`,
    rounded === undefined ? '' : ` rounded ${rounded}`,
  ].join('');

/** Returns the maximum number of decimals of a value with its unit. Returns undefined if the contract sets no maximum. */
export const decimalsFor = ({ decimals, unit, field = '' }: Relation, object: Fields): number | undefined =>
  byUnit(decimals, object, unit ?? field);

/** Returns the number to add to a product, which may depend on the unit. Returns undefined for an unknown unit. */
const addedFor = ({ added = 0, unit = '' }: Relation, object: Fields): number | undefined => byUnit(added, object, unit);

function byUnit(stated: number | Record<string, number> | undefined, object: Fields, field: string): number | undefined {
  if (typeof stated !== 'object') return stated;
  const unit = String(valueAt(object, field));
  return Object.hasOwn(stated, unit) ? stated[unit] : undefined;
}

function partsAt(from: unknown, [name = '', ...rest]: string[]): unknown[] {
  const value = valueAt(from, name);
  if (rest.length === 0) return [value];
  if (Array.isArray(value) && !/^\d+$/.test(rest[0] ?? '')) return value.flatMap((entry) => partsAt(entry, rest));
  return typeof value === 'object' ? partsAt(value, rest) : [undefined];
}

function holds({ is, plus, within }: Relation, value: unknown, bound: unknown): boolean {
  // A computed time is compared as an instant, because the same instant can be written in several ways.
  if (is === 'equal' && plus !== undefined) return !(Math.abs(measure(value) - measure(bound)) > 1000 * (within ?? 0));
  if (is === 'equal') return value === bound;
  if (is === 'sum') return typeof value === 'number' && exact(value) === bound;
  const apart = measure(value) - measure(bound);
  // If a value is not a number or a time, it violates another requirement, not this relation.
  if (Number.isNaN(apart)) return true;
  if (within !== undefined && Math.abs(apart) > within * 1000) return false;
  return is === 'at-most' ? apart <= 0 : is === 'below' ? apart < 0 : is === 'at-least' ? apart >= 0 : apart > 0;
}

const measure = (value: unknown): number => (typeof value === 'string' ? readTime(value) : Number(value ?? Number.NaN));

const crossing = [
  ...['if', 'then', 'else', 'allOf', 'anyOf', 'oneOf', 'not', 'dependentRequired', 'dependentSchemas'],
  ...['minProperties', 'maxProperties', 'propertyNames'],
];

/** Returns only those rules of a body's schema that relate the body's properties to each other. */
export function crossRulesOf(schema: Schema): Schema {
  return Object.fromEntries(Object.entries(schema).filter(([keyword]) => crossing.includes(keyword)));
}

/**
 * Makes a function that returns whether a body obeys the rules that relate its properties to each other or to a stored object.
 * @param except a relation from `instancesOf` that the body may break
 */
export function crossCheck(schema: Schema, except?: Relation): (body: Fields, stored?: Fields) => boolean {
  const keeps = compileSchema(crossRulesOf(schema));
  const relations = relationsOf(schema);
  // If two items are equal, the rule `distinct` is broken at both, so the index is ignored.
  const named = (one: Relation): string => (one.is === 'distinct' ? nameOf(one).replaceAll(/\d+/g, '') : nameOf(one));
  const isMeant = (one: Relation): boolean => except === undefined || named(one) !== named(except);
  return (body, stored) =>
    (keeps(body) as boolean) &&
    !relations.some((relation) =>
      instancesOf(relation, body).some((one) => isMeant(one) && breachIn(one, body, stored) !== undefined),
    );
}
