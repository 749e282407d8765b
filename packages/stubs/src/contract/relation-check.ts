import type { ProblemItem } from '../problems/problem-error.ts';
import { exact, hasDecimals, round } from './exact-numbers.ts';

/** A relation (`x-relations`) of a field's value to the value of another field. */
interface Relation {
  is: string;
  field?: string;
  less?: string;
  plus?: string;
  times?: number;
  added?: number | Readonly<Record<string, number>>;
  unit?: string;
  rounded?: string;
  previous?: boolean;
  fields?: readonly string[];
  of?: string;
  when?: Readonly<Record<string, readonly unknown[]>>;
  unless?: readonly unknown[];
  decimals?: number | Readonly<Record<string, number>>;
  within?: number;
  problem?: string;
  requirement: string;
}

/** The keywords of a dereferenced object schema that matter for relations between its fields. */
export interface RelatedSchema {
  properties?: Readonly<Record<string, RelatedProperty>>;
}

interface RelatedProperty extends RelatedSchema {
  items?: RelatedProperty;
  anyOf?: readonly RelatedProperty[];
  oneOf?: readonly RelatedProperty[];
  'x-relations'?: readonly Relation[];
  'x-requirements'?: readonly { id: string; item?: string }[];
}

/** A relation that an object breaks. */
export interface Breach {
  property: string;
  /** The place of the property in the body, as a JSON pointer. */
  pointer: string;
  /** The rest of a sentence that begins with the property's name. It does not contain the value. */
  rule: string;
  /** The code of the relation's own problem; undefined when the response is `validation_failed`. */
  problem: string | undefined;
  /** The code of the item in `errors` about this breach. */
  code: ProblemItem['code'];
  /** The id of the requirement that states the relation. */
  requirement: string;
}

type Fields = Readonly<Record<string, unknown>>;

/** Lists the ids of the contract's requirements that say SHOULD. A response that breaks one is reported but still sent. */
export function listRecommendations(node: unknown, found = new Set<string>()): ReadonlySet<string> {
  if (typeof node !== 'object' || node === null) return found;
  const { id, level } = node as { id?: unknown; level?: unknown };
  if (level === 'SHOULD' && typeof id === 'string') found.add(id);
  for (const part of Object.values(node)) listRecommendations(part, found);
  return found;
}

/** The previous entry of a list and, for each field whose values must all differ, the values in all earlier entries. */
interface Before {
  previous?: Fields | undefined;
  values: Map<string, Set<unknown>>;
}

/** Finds the relations that an object breaks. `pointer` is its place in `body`. In a list, `before` describes earlier entries. */
type FindBreaches = (object: Fields, body?: Fields, pointer?: string, before?: Before) => Breach[];

/** Makes a function that finds broken relations in a body, at any depth. Only handlers can check relations to stored objects. */
export function relationCheck(schema: RelatedSchema, within: readonly RelatedSchema[] = []): FindBreaches {
  const { properties = {} } = schema;
  const rules = Object.entries(properties).flatMap(([property, schema]) =>
    (schema['x-relations'] ?? [])
      .filter(({ of }) => of === undefined)
      .map((relation) => ({ property, relation, code: codeOf(schema, relation), whens: Object.entries(relation.when ?? {}) })),
  );
  // If the schema of an object contains itself, stops at the first repetition.
  const outer = [...within, schema];
  const inner = Object.entries(properties).flatMap(([property, part]) => {
    const object = objectIn(part);
    return object && hasRelations(object, outer) ? [{ property, find: relationCheck(object, outer) }] : [];
  });
  // Creates a list only when a relation is broken, because every successful response is checked here and most are correct.
  return (object, body = object, pointer = '', before = undefined) => {
    let found: Breach[] | undefined;
    for (const { property, relation, code, whens } of rules) {
      if (whens.length > 0 && !whens.every(([name, values]) => values.includes(valueAt(name, object, body)))) continue;
      const value = object[property] ?? null;
      const from = relation.previous ? before?.previous : object;
      const isKept = (): boolean =>
        relation.is === 'distinct' ? isNew(property, value, before) : keeps(relation, object, value, body, from ?? {});
      if (from === undefined || isKept()) continue;
      found ??= [];
      const { problem, requirement } = relation;
      found.push({ property, pointer: `${pointer}/${pointed(property)}`, rule: describe(relation), problem, code, requirement });
    }
    for (const { property, find } of inner) {
      const at = `${pointer}/${pointed(property)}`;
      for (const [place, one, before] of objectsIn(object[property], at)) {
        const breaches = find(one, body, place, before);
        if (breaches.length > 0) found = [...(found ?? []), ...breaches];
      }
    }
    return found ?? [];
  };
}

/** Returns the schema of the object in a property, or of the objects in its list. Ignores an alternative that is null. */
function objectIn(schema: RelatedProperty): RelatedSchema | undefined {
  if (schema.items) return objectIn(schema.items);
  if (schema.properties) return schema;
  const branches = (schema.anyOf ?? schema.oneOf ?? []).filter(({ properties }) => properties !== undefined);
  return branches.length === 1 ? branches[0] : undefined;
}

const hasRelations = (schema: RelatedSchema, within: readonly RelatedSchema[]): boolean =>
  !within.includes(schema) &&
  Object.values(schema.properties ?? {}).some((property) => {
    const object = objectIn(property);
    return property['x-relations'] !== undefined || (object !== undefined && hasRelations(object, [...within, schema]));
  });

/** Lists the objects in a value, each with its pointer and, for an entry of a list, the earlier entries. */
function objectsIn(value: unknown, pointer: string, before?: Before): [string, Fields, Before | undefined][] {
  if (Array.isArray(value)) {
    const values = new Map<string, Set<unknown>>();
    return value.flatMap((entry, index) => objectsIn(entry, `${pointer}/${index}`, { previous: value[index - 1], values }));
  }
  return typeof value === 'object' && value !== null ? [[pointer, value as Fields, before]] : [];
}

/** Adds a field's value to `values`. Returns true if the value is null, or if no earlier entry of the list has it. */
function isNew(property: string, value: unknown, { values }: Before = { values: new Map() }): boolean {
  const known = values.get(property) ?? new Set();
  values.set(property, known);
  const isOther = value === null || !known.has(value);
  known.add(value);
  return isOther;
}

const pointed = (name: string): string => name.replaceAll('~', '~0').replaceAll('/', '~1');

/** Returns the value at a path: in the object (`limit`), in an object inside it (`limit/most`), or in the body (`/amount`). */
function valueAt(path: string, object: Fields, body: Fields): unknown {
  if (!path.includes('/')) return object[path];
  const isOfBody = path.startsWith('/');
  return path
    .slice(isOfBody ? 1 : 0)
    .split('/')
    .reduce<unknown>((value, name) => (value as Fields | undefined | null)?.[name], isOfBody ? body : object);
}

function codeOf({ 'x-requirements': stated = [] }: RelatedProperty, { is, requirement }: Relation): ProblemItem['code'] {
  const item = stated.find(({ id }) => id === requirement)?.item;
  return (item as ProblemItem['code'] | undefined) ?? (is === 'decimals' ? 'amount_precision' : 'pattern');
}

function keeps(relation: Relation, object: Fields, value: unknown, body: Fields, from: Fields): boolean {
  const { is, unless, decimals } = relation;
  if (unless?.includes(value)) return true;
  // Whether a time is in the past is not checked, because a sandbox has its own clock.
  if (is === 'past') return true;
  if (is === 'set') return value !== null;
  if (is === 'unset' || value === null) return value === null;
  if (is === 'decimals') {
    const most = byUnit(decimals, relation.field, object, body);
    return most === undefined || hasDecimals(value, most);
  }
  const other = otherOf(relation, object, body, from);
  if (other === undefined || other === null) return true;
  if (is === 'equal' && relation.plus !== undefined)
    return !(Math.abs(measure(value) - measure(other)) > 1000 * (relation.within ?? 0));
  if (is === 'equal') return value === other;
  if (is === 'sum') return typeof value === 'number' && exact(value) === other;
  const apart = compare(value, other, relation.within);
  if (relation.within !== undefined && Math.abs(apart) > relation.within * 1000) return false;
  if (is === 'at-most') return !(apart > 0);
  if (is === 'below') return !(apart >= 0);
  return is === 'at-least' ? !(apart < 0) : !(apart <= 0);
}

/** Returns the number that is stated for all units, or for the unit that a field contains; undefined for an unknown unit. */
function byUnit(stated: Relation['decimals'], field: string | undefined, object: Fields, body: Fields): number | undefined {
  if (typeof stated !== 'object') return stated;
  const unit = String(valueAt(field ?? '', object, body));
  return Object.hasOwn(stated, unit) ? stated[unit] : undefined;
}

function otherOf(relation: Relation, object: Fields, body: Fields, from: Fields): unknown {
  const { field = '', less, times, added = 0, unit, rounded, plus, fields } = relation;
  if (fields) {
    // A field that is null or missing adds nothing to the sum.
    const partsOf = (path: string): unknown[] =>
      path.startsWith('/') ? partsAt(body, path.slice(1).split('/')) : partsAt(object, path.split('/'));
    const parts = fields.flatMap(partsOf).filter((part) => (part ?? null) !== null);
    const isSum = parts.length > 0 && parts.every((part) => typeof part === 'number');
    return isSum ? exact(parts.reduce((sum, part) => sum + part, 0)) : undefined;
  }
  const value = valueAt(field, from, body);
  if (plus !== undefined) return sumOf(value, valueAt(plus, object, body));
  if (typeof value !== 'number' || (less === undefined && times === undefined && added === 0)) return value;
  const fixed = byUnit(added, unit, object, body);
  const decimals = rounded === undefined ? 0 : byUnit(relation.decimals, unit, object, body);
  if (fixed === undefined || decimals === undefined) return undefined;
  const product = exact((value - Number((less && valueAt(less, from, body)) ?? 0)) * (times ?? 1) + fixed);
  return rounded === undefined ? product : round(product, decimals, rounded);
}

/** Adds two numbers, or a number of seconds to a time; undefined when one of the two is missing. */
function sumOf(value: unknown, added: unknown): unknown {
  if (typeof added !== 'number' || (typeof value !== 'number' && typeof value !== 'string')) return undefined;
  return typeof value === 'number' ? exact(value + added) : measure(value) + added * 1000;
}

function partsAt(from: unknown, [name = '', ...rest]: readonly string[]): unknown[] {
  const value = (from as Fields | undefined)?.[name];
  if (rest.length === 0) return [value];
  if (Array.isArray(value)) return value.flatMap((entry) => partsAt(entry, rest));
  return typeof value === 'object' ? partsAt(value, rest) : [undefined];
}

/** Returns by how much a value exceeds another. For two times in the same form, compares the text and returns only the sign. */
function compare(value: unknown, other: unknown, within: number | undefined): number {
  if (typeof value === 'number' && typeof other === 'number') return value - other;
  if (typeof value === 'string' && typeof other === 'string' && within === undefined && areAlike(value, other))
    return value === other ? 0 : value > other ? 1 : -1;
  return measure(value) - measure(other);
}

const areAlike = (one: string, other: string): boolean => one.length === other.length && one.endsWith('Z') && other.endsWith('Z');

/** Returns a time as Unix time in milliseconds, or a number unchanged. */
const measure = (value: unknown): number => (typeof value === 'string' ? Date.parse(value) : Number(value));

function describe(relation: Relation): string {
  const { is, field, less, times, added, rounded, plus, previous, fields, when = {}, within, decimals } = relation;
  const whens = Object.entries(when).map(([name, values]) => ` where ${name} is ${values.join(' or ')}`);
  const changed = [
    ...[times === undefined ? '' : `${times} times `, field, less === undefined ? '' : ` less ${less}`],
    ...[plus === undefined ? '' : ` plus ${plus}`, previous ? ' of the entry before it' : ''],
    added === undefined ? '' : ` plus ${JSON.stringify(added)}`,
    rounded === undefined ? '' : `, rounded ${rounded} to ${JSON.stringify(decimals)} decimals`,
  ].join('');
  const other = fields?.join(' and ') ?? changed;
  const seconds = within === undefined ? '' : ` and within ${within} seconds of it`;
  const rules: Record<string, string> = {
    set: 'must not be null',
    unset: 'must be null',
    decimals: `must have at most ${typeof decimals === 'number' ? `${decimals} decimals` : `the decimals of its ${field}`}`,
    sum: `must be the sum of ${other}`,
    equal: `must be the same as ${other}`,
    'at-most': `must be at most ${other}`,
    'at-least': `must be at least ${other}`,
    below: `must be below ${other}`,
    above: `must be above ${other}`,
    distinct: 'must differ from that of each entry before it',
  };
  return `${rules[is]}${seconds}${whens.join('')}`;
}
