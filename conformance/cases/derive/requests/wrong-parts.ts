import { compileSchema } from '../../../src/contract/compile-schema.ts';
import type { Schema } from '../../../src/contract/contract.ts';
import { isObject } from '../../../src/contract/follow-reference.ts';
import { badFormats, textOf } from '../../../src/contract/formats.ts';
import { type Constraint, listConstraints, nameLike } from '../../../src/contract/list-constraints.ts';
import { lawfulValue } from '../../../src/contract/mend-body.ts';
import { isMultiple, multipleNear } from '../../../src/contract/multiples.ts';
import { othersLike } from '../../../src/contract/others-like.ts';
import { valueAt, withPart } from '../../../src/contract/part-at.ts';
import { textsLike } from '../../../src/contract/plain/give-examples.ts';
import { sampleOf } from '../../../src/contract/sample-of.ts';
import { above, below, nearMultiples, stepOf } from '../../../src/contract/step-of.ts';
import { attempt } from '../../../src/text/attempt.ts';

type Ruled = Schema &
  Partial<Record<'allOf' | 'anyOf' | 'oneOf' | 'prefixItems', Schema[]>> &
  Partial<Record<'contains' | 'else' | 'if' | 'not' | 'then', Schema>> & { dependentSchemas?: Record<string, Schema> };

/** Strings to try against a pattern: most patterns accept some of them and refuse the others. */
const texts = ['', ' ', '?', 'é', 'a b', '-', '0', 'a', 'A', 'a0', 'a?'];

/** Returns values to try in place of a value. Some of them break the keyword. */
export function wrongParts({ keyword, missing, beside = '', schemas }: Constraint, sample: unknown): unknown[] {
  const schema = schemas.at(-1) as Ruled;
  const bound = Number(schema[keyword]);
  const step = stepOf(schema);
  const fields = isObject(sample) ? sample : {};
  switch (keyword) {
    case 'type':
      // An integer field gets two fractions first, which a server may round or truncate.
      return [
        ...([schema.type].flat().includes('integer') && typeof sample === 'number' ? [sample + 0.5, 1.5] : []),
        ...['text', 7, true, {}, []],
      ];
    case 'required':
      // The second object has all other fields: a server may refuse an empty object, but accept one that lacks only this field.
      return [fields, { ...sampleAll(schema), ...fields }].map((one) => without(one, missing));
    case 'dependentRequired':
      return [without({ ...fields, [beside]: fields[beside] ?? sampleOf(schema.properties?.[beside] ?? {}, beside) }, missing)];
    case 'additionalProperties':
    case 'unevaluatedProperties':
      return [{ ...fields, unknownMember: 1 }];
    case 'minLength':
      return [textOf(schema, bound - 1), String(sample).slice(0, bound - 1)];
    case 'maxLength':
      return [textOf(schema, bound + 1), String(sample).padEnd(bound + 1, String(sample).at(-1) ?? 'a')];
    case 'minimum':
      return [below(bound, step), multipleBelow(bound, step)];
    case 'maximum':
      return [above(bound, step), multipleAbove(bound, step)];
    case 'exclusiveMinimum':
      return [bound, multipleBelow(bound, step)];
    case 'exclusiveMaximum':
      return [bound, multipleAbove(bound, step)];
    case 'multipleOf':
      return typeof sample === 'number' ? nearMultiples(schema, sample).map(([, value]) => value) : [];
    case 'enum':
      return ['none-of-these', -1, 1_000_000_007];
    case 'oneOf':
    case 'anyOf':
      return [{}, [], true, -7.5, 'x'.repeat(300)];
    case 'const':
      return [schema.const !== true, `${schema.const}x`, Number(schema.const) + 1];
    case 'format':
      return [...(badFormats[String(schema.format)] ?? [])];
    case 'pattern':
      return [
        ...[...texts, `${sample}?`, `?${sample}`, `${sample}é`, String(sample).toUpperCase(), String(sample).toLowerCase()],
        ...['/', '.', ':', '_', ' ', '@', '<', '"', '#'].map((sign) => `${sample}${sign}`),
      ];
    case 'minItems':
      return [listed(sample).slice(0, bound - 1)];
    case 'maxItems':
      return makeLists(schema, sample, bound + 1);
    case 'uniqueItems':
      return [[listed(sample)[0], listed(sample)[0]]];
    case 'minProperties':
      return [Object.fromEntries(Object.entries(fields).slice(0, bound - 1))];
    case 'maxProperties':
      return keyed(schema, fields, bound + 1);
    case 'propertyNames':
      return ['', ' ', '?', 'A', '0', 'a'.repeat(300)].map((name) => ({ ...fields, [name]: entryOf(schema, fields) }));
    case 'then':
      return breaking(schema, schema.then, alike(schema, fields, schema.if));
    case 'else':
      return unlike(schema, fields).flatMap((other) => breaking(schema, schema.else, other));
    case 'dependentSchemas':
      return breaking(schema, schema.dependentSchemas?.[beside], alike(schema, fields, { required: [beside] }));
    case 'not':
      return valuesOf(schema, schema.not ?? {}, sample);
    case 'items':
    case 'unevaluatedItems':
      return [[...tupleOf(schema, listed(sample)), 1]];
    case 'contains':
    case 'minContains':
    case 'maxContains':
      return lists(schema, keyword, sample);
    default:
      return [];
  }
}

/** Makes an object with every property that a value can be made for. */
const sampleAll = ({ properties = {} }: Schema): Schema =>
  Object.fromEntries(
    Object.entries(properties).flatMap(([name, one]) => {
      const value = attempt(() => sampleOf(one, name));
      return value === undefined ? [] : [[name, value]];
    }),
  );

export const without = (fields: Schema, left: string | undefined): Schema =>
  Object.fromEntries(Object.entries(fields).filter(([name]) => name !== left));

export const listed = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

/** Returns the greatest multiple of `step` that is less than `number`. */
export const multipleBelow = (number: number, step: number): number =>
  multipleNear(number, step, isMultiple(number, step) ? -1 : 0);

/** Returns the least multiple of `step` that is greater than `number`. */
export const multipleAbove = (number: number, step: number): number => multipleNear(number, step, 1);

/** Makes objects with `count` properties, once with names of increasing length and once with numbered names. */
export function keyed(schema: Schema, fields: Schema, count: number): Schema[] {
  const value = entryOf(schema, fields);
  const named = (name: (index: number) => string) =>
    Object.fromEntries(Array.from({ length: count }, (_, index) => [name(index), value]));
  return [named((index) => 'a'.repeat(index + 1)), named((index) => `key${index}`)];
}

/** Returns the value of the object's first entry, or a sample value if it has none. */
function entryOf({ additionalProperties: others }: Schema, fields: Schema): unknown {
  const [first] = Object.values(fields);
  return first ?? sampleOf(isObject(others) ? others : {}, 'additionalProperties');
}

/** Returns values to which a rule such as `then` applies, and which obey it. */
export function keptByRule({ keyword, beside = '', schemas }: Constraint, sample: unknown): unknown[] {
  const schema = schemas.at(-1) as Ruled;
  const fields = isObject(sample) ? sample : {};
  switch (keyword) {
    case 'then':
      return [alike(schema, alike(schema, fields, schema.if), schema.then)];
    case 'else':
      return unlike(schema, fields).map((other) => alike(schema, other, schema.else));
    case 'dependentSchemas':
      return [alike(schema, alike(schema, fields, { required: [beside] }), schema.dependentSchemas?.[beside])];
    case 'patternProperties':
      return [{ ...fields, ...Object.fromEntries(Object.entries(schema.patternProperties ?? {}).flatMap(entryFor)) }];
    default:
      return [];
  }
}

/** Returns a list with an entry for each schema of `prefixItems`. */
const tupleOf = ({ prefixItems = [] }: Ruled, entries: unknown[]): unknown[] => [
  ...entries,
  ...prefixItems.slice(entries.length).map((one) => attempt(() => sampleOf(one, 'prefixItems'))),
];

const entryFor = ([pattern, schema]: [string, unknown]): [string, unknown][] => {
  const name = nameLike(pattern);
  const value = attempt(() => sampleOf(isObject(schema) ? schema : {}, pattern));
  return name === undefined || value === undefined ? [] : [[name, value]];
};

/** Changes an object so that it satisfies a schema such as `if`. */
function alike(schema: Schema, fields: Schema, part: Ruled = {}): Schema {
  const { properties = {}, required = [], allOf = [], anyOf = [], oneOf = [] } = part;
  const inner = [...allOf, ...anyOf.slice(0, 1), ...oneOf.slice(0, 1)];
  const begun = inner.reduce((made, one) => alike(schema, made, one), fields);
  const names = [...new Set([...Object.keys(properties), ...required])];
  const added = names.flatMap((name): [string, unknown][] => {
    const own = schema.properties?.[name] ?? {};
    const wanted = properties[name] ?? {};
    if (name in begun && compileSchema(wanted)(begun[name])) return [];
    const value = [wanted, {}].map((one) => attempt(() => sampleOf({ ...own, ...one }, name))).find((one) => one !== undefined);
    return value === undefined ? [] : [[name, value]];
  });
  return { ...begun, ...Object.fromEntries(added) };
}

/** Returns objects to which the `if` of a schema does not apply. */
function unlike(schema: Ruled, fields: Schema): Schema[] {
  const listed = Object.keys(schema.if?.properties ?? {}).flatMap((name) =>
    (schema.properties?.[name]?.enum ?? []).map((value) => ({ ...fields, [name]: value })),
  );
  const isApplied = compileSchema(schema.if ?? {});
  return [fields, ...listed, ...(breaking(schema, schema.if, fields) as Schema[])].filter((one) => !isApplied(one));
}

/** Returns, for each keyword of a schema such as `then`, objects that may break the keyword. */
function breaking(schema: Schema, part: unknown, fields: Schema): unknown[] {
  if (!isObject(part)) return [fields];
  const whole = alike(schema, fields, part);
  const all = { ...part, properties: { ...schema.properties, ...part.properties } };
  return listConstraints('', part)
    .filter(({ path: [key] }) => key === undefined || key in whole)
    .map((constraint) => (constraint.path.length === 0 ? { ...constraint, schemas: [all] } : constraint))
    .flatMap((constraint) =>
      wrongParts(constraint, valueAt(whole, constraint.path)).map((wrong) => withPart(whole, constraint.path, wrong)),
    );
}

/** Returns values that a schema within `not` may allow. */
function valuesOf({ not: _not, ...schema }: Ruled, part: Schema, sample: unknown): unknown[] {
  const parts = [part, ...[part.anyOf, part.oneOf].flatMap((list) => (Array.isArray(list) ? (list as Schema[]) : []))];
  return parts.flatMap((one) => [
    ...(isObject(sample) ? [alike(schema, sample, one)] : []),
    ...(one.enum ?? []),
    ...('const' in one ? [one.const] : []),
    ...(typeof one.pattern === 'string' ? textsLike(one.pattern) : []),
    attempt(() => sampleOf({ ...schema, ...one }, 'not')),
  ]);
}

/** Returns lists with too few or too many of the entries that `contains` demands. */
function lists(schema: Ruled, keyword: string, sample: unknown): unknown[][] {
  const { items = {}, contains = {}, minItems = 1 } = schema as Ruled & { minItems?: number };
  const isContained = compileSchema(contains);
  const given = listed(sample);
  const entry = given[0] ?? attempt(() => sampleOf(items, 'items'));
  const like = [0, 1, 2, 3, 4, 5, 6, 7].flatMap((index) => othersLike(items, entry, index));
  const known = new Map([...given, ...(items.enum ?? []), ...like].map((one) => [JSON.stringify(one), one as unknown]));
  const isAllowed = compileSchema(items);
  const entries = [...known.values(), attempt(() => sampleOf(contains, 'contains')), 0, 'other'].filter(
    (one) => one !== undefined && isAllowed(one),
  );
  const [inside, outside] = [true, false].map((wanted) => entries.filter((one) => isContained(one) === wanted));
  const count = keyword === 'contains' ? 0 : Number(schema[keyword]) + (keyword === 'minContains' ? -1 : 1);
  const fill = (from: unknown[] = [], length: number): unknown[] =>
    Array.from({ length: Math.max(0, length) }, (_, at) => from[at] ?? from[0]);
  const begun = fill(inside, count);
  return [[...begun, ...fill(outside, Math.max(count === 0 ? 1 : 0, minItems - count))], begun];
}

/** Makes lists of this length: one of distinct entries, if possible, and one that repeats a single entry. */
export function makeLists(schema: Schema, sample: unknown, length: number): unknown[][] {
  const [entry] = listed(sample);
  const lists = [manyOf(schema.items ?? {}, entry, length), Array.from({ length }, () => entry)];
  return lists.map((list) => lawfulValue(schema, list, sample) as unknown[]);
}

/** Makes entries similar to an allowed one. They are distinct if enough distinct entries can be found. */
function manyOf(schema: Schema, entry: unknown, count: number): unknown[] {
  const isAllowed = compileSchema(schema);
  const found = new Map<string, unknown>();
  // Tries about twice as many candidates as needed, and then gives up.
  for (let index = 0; found.size < count && index < 2 * count + 20; index++)
    for (const value of othersLike(schema, entry, index)) if (isAllowed(value)) found.set(JSON.stringify(value), value);
  const distinct = [...found.values()];
  return Array.from({ length: count }, (_, index) => distinct[index] ?? entry);
}
