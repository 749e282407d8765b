import { compileSchema } from '../../../src/contract/compile-schema.ts';
import type { Schema } from '../../../src/contract/contract.ts';
import { type Constraint, listConstraints, nameLike } from '../../../src/contract/list-constraints.ts';
import { othersLike } from '../../../src/contract/others-like.ts';
import { textsLike } from '../../../src/contract/plain/give-examples.ts';
import { sampleOf } from '../../../src/contract/sample-of.ts';
import { attempt } from '../../../src/text/attempt.ts';
import { valueAt, withPart } from './part-at.ts';
import { listed, wrongParts } from './wrong-parts.ts';

type Ruled = Schema & {
  prefixItems?: Schema[];
  contains?: Schema;
  if?: Schema;
  not?: Schema;
  dependentSchemas?: Record<string, Schema>;
};

const isObject = (value: unknown): value is Schema => typeof value === 'object' && value !== null && !Array.isArray(value);

/** Returns values that may break a keyword which relates parts of a value: `then`, `not`, `contains` and the like. */
export function wrongByRule({ keyword, beside, schemas }: Constraint, sample: unknown): unknown[] {
  const schema = schemas.at(-1) as Ruled;
  const fields = isObject(sample) ? sample : {};
  switch (keyword) {
    case 'then':
      return breaking(schema, schema.then, alike(schema, fields, schema.if));
    case 'else':
      return unlike(schema, fields).flatMap((other) => breaking(schema, schema.else, other));
    case 'dependentSchemas':
      return breaking(schema, schema.dependentSchemas?.[beside ?? ''], alike(schema, fields, { required: [beside ?? ''] }));
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

/** Returns values to which such a keyword applies and that satisfy it. */
export function keptByRule({ keyword, beside = '', schemas }: Constraint, sample: unknown): unknown[] {
  const schema = schemas.at(-1) as Ruled;
  const fields = isObject(sample) ? sample : {};
  switch (keyword) {
    case 'then':
      return [alike(schema, alike(schema, fields, schema.if), schema.then as Schema)];
    case 'else':
      return unlike(schema, fields).map((other) => alike(schema, other, schema.else as Schema));
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

/** Adds to an object what a schema such as `if` demands of it. */
function alike(schema: Schema, fields: Schema, part: Schema | undefined): Schema {
  const {
    properties = {},
    required = [],
    allOf = [],
    anyOf = [],
    oneOf = [],
  } = (part ?? {}) as Schema & Record<string, Schema[]>;
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

/** Returns objects that may break a schema such as `then`, some for each of its keywords. */
function breaking(schema: Schema, part: unknown, fields: Schema): unknown[] {
  if (!isObject(part)) return [fields];
  const whole = alike(schema, fields, part);
  const all = { ...part, properties: { ...schema.properties, ...part.properties } };
  return listConstraints('', part)
    .filter(({ path: [key] }) => key === undefined || key in whole)
    .map((constraint) => (constraint.path.length === 0 ? { ...constraint, schemas: [all] } : constraint))
    .flatMap((constraint) =>
      [wrongParts, wrongByRule]
        .flatMap((make) => make(constraint, valueAt(whole, constraint.path)))
        .map((wrong) => withPart(whole, constraint.path, wrong)),
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
