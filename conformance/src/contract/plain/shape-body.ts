import type { Schema } from '../contract.ts';
import { follow } from '../follow-reference.ts';

/**
 * Maximum number of nodes of one schema that are visited, including those behind references. The rest is replaced with schemas
 * that allow anything.
 */
const mostParts = 4000;

/** A schema that contains itself is expanded once more inside itself, unless it has this many nodes or more. */
const fewParts = 500;

/**
 * Marks a schema that allows anything. The suite cannot make up a value for it, so it omits optional properties with such a
 * schema.
 */
const openPart = 'x-open-part';

/** Maximum value of keywords such as `minLength` and `maxItems`, and of the sum of all minimum lengths in a body. */
const longest = 100_000;

/** Maximum number of properties that the suite makes up for an object: there are many cases, and each sends all properties. */
const widest = 500;

/** A schema without references: each is replaced with the schema to which it points. */
export interface Shaped {
  schema: Schema;
  /** For each part that was replaced with a schema that allows anything, the reason. */
  untried: string[];
}

/**
 * Returns the schema of a body that a client sends: without references, with `allOf` of objects merged, and without read-only
 * properties. A part that is too large or contains itself too often is omitted if it is an optional property, and otherwise
 * replaced with a schema that allows anything.
 */
export function shapeBody(document: Schema, start: unknown): Shaped {
  const untried = new Set<string>();
  let parts = 0;
  let made = 0;
  const isTooLong = (keyword: string, length: number): boolean => {
    const isLeast = keyword.startsWith('min');
    if (isLeast) made += length;
    return length > longest || (isLeast && made > longest);
  };
  // `times` is how often the smallest valid value contains this part: more than once if a list around it needs several items.
  const shape = (given: unknown, within: readonly string[], times = 1, isBase = false): Schema => {
    if (given === true || given === false || typeof given !== 'object' || given === null)
      return given === false ? { not: {} } : {};
    const { $ref, ...beside } = given as Schema & { $ref?: string };
    if (parts++ > mostParts) {
      untried.add(`its schema has more than ${mostParts} parts`);
      return { [openPart]: true };
    }
    if (typeof $ref === 'string') {
      if (within.filter((one) => one === $ref).length > (parts < fewParts ? 1 : 0)) return { [openPart]: true };
      const heirs = isBase ? [] : heirsOf(document, $ref).filter((heir) => !within.includes(heir));
      const target =
        heirs.length > 0
          ? { oneOf: heirs.map((heir) => shape({ $ref: heir }, within, times)) }
          : nameHeir(document, $ref, shape(follow(document, $ref), [...within, $ref], times));
      if (Object.keys(beside).length === 0) return target;
      const own = shape(beside, within, times);
      const isBoth = beside.properties !== undefined || beside.allOf !== undefined;
      return closeEvaluated(isBoth ? mergeAll({ ...own, allOf: [...allOf(own), target] }) : { ...target, ...own });
    }
    const width = Object.keys(beside.properties ?? {}).length;
    if (width > widest) {
      untried.add(`an object with ${width} properties is more than is made up`);
      return { [openPart]: true };
    }
    const own: Schema = {};
    const inner =
      times * Math.max(1, ...leasts.map((keyword) => Number(beside[keyword] ?? 0)).filter((least) => least <= longest));
    for (const [keyword, value] of Object.entries(beside)) {
      if (keyword === 'properties' && typeof value === 'object' && value !== null)
        own.properties = Object.fromEntries(
          Object.entries(value as Record<string, unknown>)
            .map(([name, property]) => [name, shape(property, within, times)] as const)
            .filter(([name, one]) => one.readOnly !== true && (!isOpen(one) || (beside.required ?? []).includes(name))),
        );
      else if (lists.has(keyword) && Array.isArray(value))
        own[keyword] = value.map((one) => nameBranch(beside.discriminator, one, shape(one, within, times, keyword === 'allOf')));
      else if (single.has(keyword) && typeof value === 'object') own[keyword] = shape(value, within, inner);
      else if (maps.has(keyword) && typeof value === 'object')
        own[keyword] = Object.fromEntries(
          Object.entries(value as Schema).map(([name, one]) => [name, shape(one, within, times)]),
        );
      else if (lengths.has(keyword) && isTooLong(keyword, Number(value) * times))
        untried.add(`${keyword} ${value} is more than is made up`);
      else own[keyword] = value;
    }
    const merged = closeEvaluated(listConstants(allowNull(mergeAll(own))));
    if (!merged.properties) return merged;
    const { required = [], ...rest } = merged;
    const sent = required.filter((name) => Object.hasOwn(merged.properties ?? {}, name) || !isReadOnly(document, beside, name));
    return { ...rest, ...(sent.length > 0 && { required: sent }) };
  };
  return { schema: shape(start, []), untried: [...untried] };
}

/** Returns whether the suite may be unable to make up a valid value, because a necessary part of the schema allows anything. */
const isOpen = (schema: Schema): boolean =>
  openPart in schema ||
  Object.entries(schema.properties ?? {}).some(([name, one]) => schema.required?.includes(name) && isOpen(one)) ||
  [schema.items, schema.additionalProperties, schema.anyOf, schema.oneOf, schema.allOf]
    .flat()
    .some((one) => typeof one === 'object' && one !== null && isOpen(one as Schema));

const lists = new Set(['allOf', 'anyOf', 'oneOf', 'prefixItems']);
const single = new Set([
  ...['items', 'additionalProperties', 'not', 'contains', 'propertyNames', 'if', 'then', 'else'],
  ...['unevaluatedProperties', 'unevaluatedItems'],
]);
const maps = new Set(['patternProperties', 'dependentSchemas']);
const leasts = ['minItems', 'minContains', 'minProperties'];
const lengths = new Set([...leasts, 'minLength', 'maxLength', 'maxItems', 'maxContains', 'maxProperties']);

/** Returns whether a property is read-only. Only responses contain such a property, even if it is required. */
function isReadOnly(document: Schema, { properties = {}, allOf = [] }: Schema & { allOf?: unknown }, name: string): boolean {
  const holders = [
    properties,
    ...(allOf as Schema[]).map((one) => (one.$ref ? follow(document, String(one.$ref)) : one)?.properties ?? {}),
  ];
  return holders.some((one) => {
    const found = (one as Record<string, Schema>)[name];
    return (found?.$ref ? follow(document, String(found.$ref)) : found)?.readOnly === true;
  });
}

/**
 * Sets the example of a discriminator's property to the name of this branch. Does not forbid other values, because OpenAPI only
 * says that validation SHOULD fail if a value maps to no schema.
 */
function nameBranch(discriminator: unknown, branch: unknown, shaped: Schema): Schema {
  const { propertyName = '', mapping = {} } = (discriminator ?? {}) as NonNullable<Discriminated['discriminator']>;
  const reference = (branch as Schema)?.$ref;
  const property = shaped.properties?.[propertyName];
  if (typeof reference !== 'string' || !property || property.enum || 'const' in property) return shaped;
  const last = reference.split('/').at(-1);
  const name = Object.keys(mapping).find((key) => [reference, last].includes(mapping[key])) ?? last;
  return { ...shaped, properties: { ...shaped.properties, [propertyName]: { ...property, examples: [name] } } };
}

type Discriminated = Schema & { discriminator?: { propertyName?: string; mapping?: Record<string, string> } };

/**
 * Lists the schemas to which the discriminator of a base schema maps. Returns an empty list if the base schema is itself a
 * choice.
 */
function heirsOf(document: Schema, reference: string): string[] {
  const { discriminator, oneOf, anyOf } = Object(follow(document, reference)) as Discriminated;
  const named = oneOf || anyOf ? [] : Object.values(discriminator?.mapping ?? {});
  const heirs = [...new Set(named)].filter((one) => basesOf(document, one).includes(reference));
  return heirs.length === new Set(named).size ? heirs : [];
}

const basesOf = (document: Schema, reference: string): string[] =>
  allOf(reference.startsWith('#/') ? Object(follow(document, reference)) : {}).flatMap((one) => String(Object(one).$ref ?? []));

/** In a schema that inherits from a base schema, sets the example of the discriminator's property to the schema's name. */
function nameHeir(document: Schema, reference: string, shaped: Schema): Schema {
  return basesOf(document, reference).reduce((named, base) => {
    const { discriminator, oneOf, anyOf } = Object(follow(document, base)) as Discriminated;
    return discriminator && !oneOf && !anyOf ? nameBranch(discriminator, { $ref: reference }, named) : named;
  }, shaped);
}

/** Merges the schemas in `allOf` into one, except those that forbid further properties or have a conflicting keyword. */
function mergeAll({ allOf, ...own }: Schema & { allOf?: unknown }): Schema {
  if (!Array.isArray(allOf)) return own as Schema;
  let merged: Schema = own as Schema;
  const left: Schema[] = [];
  for (const part of allOf as Schema[]) {
    const clashes = Object.keys(part).some(
      (key) => Object.hasOwn(merged, key) && !mergeable.has(key) && merged[key] !== part[key],
    );
    if (clashes || part.additionalProperties === false || 'unevaluatedProperties' in part) left.push(part);
    else
      merged = {
        ...part,
        ...merged,
        ...((part.properties || merged.properties) && { properties: mergeProperties(merged.properties, part.properties) }),
        ...((part.required || merged.required) && {
          required: [...new Set([...(part.required ?? []), ...(merged.required ?? [])])],
        }),
      };
  }
  return left.length > 0 ? { ...merged, allOf: left } : merged;
}

/** Writes `unevaluatedProperties: false` as `additionalProperties: false`, if the schema itself names all its properties. */
function closeEvaluated(schema: Schema): Schema {
  const { unevaluatedProperties, ...rest } = schema;
  const isOwn = (name: string): boolean => Object.hasOwn(schema.properties ?? {}, name);
  const partsOf = ({ allOf, anyOf, oneOf, if: tested, then, else: other, dependentSchemas = {} }: Schema): Schema[] =>
    [allOf, anyOf, oneOf, tested, then, other, Object.values(dependentSchemas as Schema)].flatMap(
      (part) => (part ?? []) as Schema[],
    );
  const isClosed = (part: Schema): boolean =>
    !('patternProperties' in part || 'additionalProperties' in part || 'unevaluatedProperties' in part) &&
    Object.keys(part.properties ?? {}).every(isOwn) &&
    partsOf(part).every(isClosed);
  return unevaluatedProperties === false && isClosed(rest) ? { ...rest, additionalProperties: false } : schema;
}

/** Merges the properties of two schemas that both apply. If a property is in both schemas, its values must satisfy both. */
function mergeProperties(ones: Record<string, Schema> = {}, others: Record<string, Schema> = {}): Record<string, Schema> {
  const twice = Object.keys(ones).filter((name) => Object.hasOwn(others, name));
  const both = twice.map((name) => [name, mergeAll({ ...ones[name], allOf: [...allOf(ones[name]), others[name]] })]);
  return { ...others, ...ones, ...Object.fromEntries(both) };
}

const allOf = (schema: Schema | undefined): unknown[] => (Array.isArray(schema?.allOf) ? schema.allOf : []);

/**
 * Converts a choice between null and one other type, as Python generates it for `Optional` fields, to a schema with two types.
 */
function allowNull(schema: Schema): Schema {
  const { anyOf, oneOf, ...own } = schema as Schema & Record<string, unknown>;
  const branches = (anyOf ?? oneOf) as Schema[] | undefined;
  const others = branches?.filter(({ type }) => type !== 'null') ?? [];
  const [branch] = others;
  const isPlain = Object.keys(own).every((key) => mergeable.has(key) || words.has(key) || key.startsWith('x-'));
  if (!branch || others.length !== 1 || branches?.length !== 2 || !isPlain || own.type !== undefined) return schema;
  if (typeof branch.type !== 'string' || ofNull.some((key) => key in branch)) return schema;
  return { ...branch, ...own, type: [branch.type, 'null'], ...(branch.enum && { enum: [...branch.enum, null] }) };
}

/** Converts a union of constants, as generators for languages with literal types write it, to an enum. */
function listConstants(schema: Schema): Schema {
  const { anyOf, oneOf, ...own } = schema as Schema & Record<string, unknown>;
  const branches = (anyOf ?? oneOf) as Schema[] | undefined;
  const isConstant = (one: Schema): boolean =>
    ['string', 'number', 'boolean'].includes(typeof one.const) &&
    Object.keys(one).every((key) => key === 'const' || key === 'type' || mergeable.has(key) || words.has(key));
  if (!branches || (anyOf && oneOf) || own.enum || !branches.every(isConstant)) return schema;
  return { ...own, enum: [...new Set(branches.map((one) => one.const))] };
}

/** Keywords that only describe a value and forbid nothing. */
const words = new Set(['default', 'deprecated', 'readOnly', 'writeOnly']);

/** Keywords that may forbid null. */
const ofNull = ['const', 'not', 'allOf', 'anyOf', 'oneOf', 'if'];

const mergeable = new Set([
  'properties',
  'required',
  'title',
  'description',
  'examples',
  'example',
  'type',
  'xml',
  'externalDocs',
]);
