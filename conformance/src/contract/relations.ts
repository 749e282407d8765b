import { isDeepStrictEqual } from 'node:util';
import { readTime } from '../text/read-time.ts';
import { compileSchema } from './compile-schema.ts';
import type { Operation, Schema } from './contract.ts';
import { objectIn, placesAt, valueAt } from './follow-path.ts';

/** A rule between the value of a field and another value (`x-relations`). */
export interface Relation {
  /** The field that must satisfy the rule: `lines/price` is the field `price` of each entry of the list `lines`. */
  property: string;
  /** The object inside the body that has the field, such as `lines/`; absent for the body itself. */
  place?: string;
  is: 'at-most' | 'at-least' | 'below' | 'above' | 'equal' | 'sum' | 'decimals' | 'set' | 'unset' | 'past' | 'distinct';
  /**
   * The field that it is compared with; for `decimals`, the field with the unit. It may be in the same object, in one inside it
   * (`limit/most`), or in the body itself (`/amount`).
   */
  field?: string;
  /** A field whose value is subtracted from `field` first. */
  less?: string;
  /** A field whose value is added to `field` first, in seconds if `field` is a time. */
  plus?: string;
  /** A number by which the result is then multiplied. */
  times?: number;
  /** How the product is rounded, to `decimals`. */
  rounded?: Rounding;
  /** Compares with the `field` of the entry before, in a list. The first entry is not compared. */
  previous?: boolean;
  /** The fields that make up a sum. `lines/amount` is the field `amount` of each entry of the list `lines`. */
  fields?: string[];
  /** Reference to the schema of the stored object that has `field`. Without it, `field` is in the same object. */
  of?: string;
  /** The rule applies only if other fields have one of these values. */
  when?: Record<string, unknown[]>;
  /** Maximum number of decimals; if it depends on the unit, one number for each value of the unit field. */
  decimals?: number | Record<string, number>;
  /** Maximum number of seconds by which two times may differ. */
  within?: number;
  /** Problem code for a request that breaks the rule; `validation_failed` by default. */
  problem?: string;
  requirement: string;
}

/** A way to round; `half-up` and `half-even` go to the nearest value, and say what becomes of a half. */
export type Rounding = 'down' | 'up' | 'half-up' | 'half-even';

type Fields = Readonly<Record<string, unknown>>;

/** Lists the relations of the properties of a schema, and of the objects inside it. */
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

/** Returns the schema of a request's body, extended by the parameters that relations are about, as if they were properties. */
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

/** Applies a relation to each object of a body that it is about. All its names become paths: `lines/0/price`, `lines/1/price`. */
export function instancesOf(relation: Relation, body: Fields): Relation[] {
  const { previous, ...plain } = relation;
  const { place = '', property, field, less, plus, fields, when, of } = plain;
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
      ...(fields && { fields: fields.map(other) }),
      ...(when && { when: Object.fromEntries(Object.entries(when).map(([name, values]) => [beside(name), values])) }),
    };
  });
}

/** Returns the place of the entry before one: `lines/0/` for `lines/1/`; undefined for the first. */
function entryBefore(at: string): string | undefined {
  const [index, ...list] = at.split('/').slice(0, -1).reverse();
  return Number(index) > 0 ? [...list.reverse(), Number(index) - 1, ''].join('/') : undefined;
}

/** Names a relation within its body: `amount/at-most-paidAmount`. */
export function nameOf({ property, is, field, previous, fields, when }: Relation): string {
  const other = (field ?? fields?.join('-'))?.replaceAll('/', '.');
  const whens = Object.values(when ?? {})
    .flat()
    .join('-');
  return `${property.replaceAll('/', '.')}/${[is, previous && 'previous', other, whens].filter((part) => part).join('-')}`;
}

/**
 * Describes the value that a field should have, such as `amount: at most paidAmount (12.34)`; undefined if the relation holds
 * or does not apply.
 * @param stored the object that the request names, which has the `field` of a relation with `of`
 */
export function breachOf(relation: Relation, object: Fields, stored?: Fields): string | undefined {
  for (const one of instancesOf(relation, object)) {
    const breach = breachIn(one, object, stored);
    if (breach !== undefined) return breach;
  }
  return undefined;
}

/** Does the same as `breachOf` for one instance of a relation. */
export function breachIn(relation: Relation, object: Fields, stored?: Fields): string | undefined {
  const { property, is, when = {}, of } = relation;
  if (Object.entries(when).some(([name, values]) => !values.includes(valueAt(object, name)))) return undefined;
  const value = valueAt(object, property) ?? null;
  // Whether a time is past is judged by the times of the run.
  if (is === 'past') return undefined;
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

/** Lists the paths of the same field in the other entries of its list. */
export function twinsOf({ property, place = '' }: Relation, body: Fields): string[] {
  const [, list, index] = /^(.*)\/(\d+)\/$/.exec(place) ?? [];
  const entries = list === undefined ? undefined : valueAt(body, list);
  if (!Array.isArray(entries)) return [];
  const name = property.slice(place.length);
  return entries.flatMap((_, at) => (at === Number(index) ? [] : [`${list}/${at}/${name}`]));
}

/** Returns the value that a field is compared with; undefined if that is absent. */
export function boundOf(
  { field, less, times, plus, fields, of, rounded, decimals }: Relation,
  object: Fields,
  stored?: Fields,
): unknown {
  const from = of === undefined ? object : (stored ?? {});
  if (fields) {
    // Null and absent fields add nothing.
    const parts = fields.flatMap((path) => partsAt(from, path.split('/'))).filter((part) => (part ?? null) !== null);
    return parts.length === 0 || parts.some((part) => typeof part !== 'number')
      ? undefined
      : exact(parts.reduce<number>((sum, part) => sum + Number(part), 0));
  }
  // In the stored object, null means that nothing was counted yet, so it is compared as 0.
  const own = valueAt(from, field ?? '') ?? (of === undefined ? undefined : 0);
  if (plus !== undefined) return sumOf(own, valueAt(object, plus));
  if (typeof own !== 'number') return own;
  const left = less === undefined ? own : exact(own - Number(valueAt(from, less) ?? 0));
  const product = times === undefined ? left : exact(left * times);
  return rounded === undefined || typeof decimals !== 'number' ? product : round(product, decimals, rounded);
}

/** Rounds a number of at most six decimals to fewer, as on paper. */
export function round(value: number, decimals: number, how: Rounding): number {
  const scaled = exact(value * 10 ** decimals);
  const whole = Math.floor(scaled);
  const rest = exact(scaled - whole);
  const isUp = {
    down: false,
    up: rest > 0,
    'half-up': rest >= 0.5,
    'half-even': rest > 0.5 || (rest === 0.5 && whole % 2 !== 0),
  };
  return Number(((whole + Number(isUp[how])) / 10 ** decimals).toFixed(decimals));
}

/** Adds a number, or seconds to a time; undefined if a value is absent. */
function sumOf(value: unknown, added: unknown): unknown {
  if (typeof added !== 'number') return undefined;
  if (typeof value === 'number') return exact(value + added);
  const time = typeof value === 'string' ? readTime(value) : Number.NaN;
  return Number.isNaN(time) ? undefined : new Date(time + added * 1000).toISOString();
}

/** Describes what a field is compared with. */
export const otherNameOf = ({ field = '', less, times, rounded, plus, previous, fields }: Relation, and: string): string =>
  fields?.join(and) ??
  [
    ...[times === undefined ? '' : `${times} times `, field, less === undefined ? '' : ` less ${less}`],
    ...[plus === undefined ? '' : ` plus ${plus}`, previous ? ' of the entry before' : ''],
    rounded === undefined ? '' : ` rounded ${rounded}`,
  ].join('');

/** Returns the maximum number of decimals that a value may have with its unit; undefined if there is no limit. */
export function decimalsFor({ decimals = {}, field = '' }: Relation, object: Fields): number | undefined {
  if (typeof decimals === 'number') return decimals;
  const unit = String(valueAt(object, field));
  return Object.hasOwn(decimals, unit) ? decimals[unit] : undefined;
}

/** Counts the decimals of a number's value. */
export function decimalsOf(value: unknown): number {
  const [digits = '', power = '0'] = String(value).split('e');
  return Math.max(0, (digits.split('.')[1]?.length ?? 0) - Number(power));
}

function partsAt(from: unknown, [name = '', ...rest]: string[]): unknown[] {
  const value = valueAt(from, name);
  if (rest.length === 0) return [value];
  if (Array.isArray(value) && !/^\d+$/.test(rest[0] ?? '')) return value.flatMap((entry) => partsAt(entry, rest));
  return typeof value === 'object' ? partsAt(value, rest) : [undefined];
}

/** Removes the floating-point error of a sum of decimals. */
const exact = (sum: number): number => Number(sum.toFixed(6));

function holds({ is, plus, within }: Relation, value: unknown, bound: unknown): boolean {
  // A computed time may be written differently.
  if (is === 'equal' && plus !== undefined) return !(Math.abs(measure(value) - measure(bound)) > 1000 * (within ?? 0));
  if (is === 'equal') return value === bound;
  if (is === 'sum') return typeof value === 'number' && exact(value) === bound;
  const apart = measure(value) - measure(bound);
  // Another requirement demands a number or a time.
  if (Number.isNaN(apart)) return true;
  if (within !== undefined && Math.abs(apart) > within * 1000) return false;
  return is === 'at-most' ? apart <= 0 : is === 'below' ? apart < 0 : is === 'at-least' ? apart >= 0 : apart > 0;
}

const measure = (value: unknown): number => (typeof value === 'string' ? readTime(value) : Number(value ?? Number.NaN));

/** Keywords that relate the properties of a body to one another. */
const crossing = [
  ...['if', 'then', 'else', 'allOf', 'anyOf', 'oneOf', 'not', 'dependentRequired', 'dependentSchemas'],
  ...['minProperties', 'maxProperties', 'propertyNames'],
];

/** Returns only the rules of a body's schema that relate its properties to one another. */
export function crossRulesOf(schema: Schema): Schema {
  return Object.fromEntries(Object.entries(schema).filter(([keyword]) => crossing.includes(keyword)));
}

/**
 * Makes a function that returns whether a body satisfies the rules between its properties, and those with the stored object.
 * @param except a relation, as `instancesOf` returns it, that need not hold
 */
export function crossCheck(schema: Schema, except?: Relation): (body: Fields, stored?: Fields) => boolean {
  const keeps = compileSchema(crossRulesOf(schema));
  const relations = relationsOf(schema);
  // Two entries that are alike both break the rule.
  const named = (one: Relation): string => (one.is === 'distinct' ? nameOf(one).replaceAll(/\d+/g, '') : nameOf(one));
  const isMeant = (one: Relation): boolean => except === undefined || named(one) !== named(except);
  return (body, stored) =>
    (keeps(body) as boolean) &&
    !relations.some((relation) =>
      instancesOf(relation, body).some((one) => isMeant(one) && breachIn(one, body, stored) !== undefined),
    );
}
