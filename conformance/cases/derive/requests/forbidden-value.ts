import { compileSchema } from '../../../src/contract/compile-schema.ts';
import type { Schema } from '../../../src/contract/contract.ts';
import { pointed } from '../../../src/contract/follow-reference.ts';
import { badFormats, isCertain, textOf } from '../../../src/contract/formats.ts';
import type { Constraint } from '../../../src/contract/list-constraints.ts';
import { lawfulValue } from '../../../src/contract/mend-body.ts';
import { isMultiple, multipleNear } from '../../../src/contract/multiples.ts';
import { perhapsNull } from '../../../src/contract/plain/normalise-schemas.ts';
import { sampleOf } from '../../../src/contract/sample-of.ts';
import { above, below, isBlurred, nearMultiples, stepOf } from '../../../src/contract/step-of.ts';
import { isGrammar } from './grammar.ts';
import { makeLists } from './make-lists.ts';
import { probes } from './probe-texts.ts';

/** Texts to try against a pattern: most patterns accept some of them and refuse the others. */
const texts = ['', ' ', '?', 'é', 'a b', '-', '0', 'a', 'A', 'a0', 'a?'];

/**
 * Returns a value of a property that breaks one keyword of its schema and, if possible, no other. This is not always possible: a
 * list of six entries from an enum of five breaks `uniqueItems` together with `maxItems: 5`. Returns undefined if no value is
 * found, which the check of the plan then reports.
 */
export function forbiddenValue(
  schema: Schema,
  constraint: Constraint,
  pointer: string,
  canBeSent: (value: unknown) => boolean = () => true,
): unknown {
  const isForbidden = (value: unknown): boolean => breaksOnly(schema, constraint, value);
  const sample = sampleWith(schema, constraint.path, pointer);
  const parts = [...wrongParts(constraint, valueAt(sample, constraint.path)), ...refusedTexts(constraint)];
  const whole = (part: unknown): unknown => withPart(sample, constraint.path, part);
  const alone = parts.map(whole).find((value) => canBeSent(value) && isForbidden(value));
  if (alone !== undefined || ofNames.includes(constraint.keyword)) return alone;
  const { keyword, schemas } = constraint;
  const keeps = compileSchema({ [keyword]: schemas.at(-1)?.[keyword] });
  return parts
    .filter((part) => !keeps(part))
    .map(whole)
    .find(canBeSent);
}

/**
 * Replaces a text in a value by another one that breaks this keyword and no other. Returns undefined if none of the candidates
 * does.
 */
export function nearValue(
  schema: Schema,
  constraint: Constraint,
  pointer: string,
  othersFor: (text: string) => string[],
): unknown {
  const sample = sampleWith(schema, constraint.path, pointer);
  const text = valueAt(sample, constraint.path);
  if (typeof text !== 'string') return undefined;
  return othersFor(text)
    .filter((other) => other !== text)
    .map((other) => withPart(sample, constraint.path, other))
    .find((value) => breaksOnly(schema, constraint, value));
}

/** Keywords that contain schemas. A validator reports errors of those schemas in addition to the keyword's own. */
const ofOthers = [
  ...['allOf', 'anyOf', 'oneOf', 'not', 'if', 'contains', 'propertyNames', 'unevaluatedProperties', 'unevaluatedItems'],
];

/** Checks whether a value breaks one keyword and no other. */
function breaksOnly(schema: Schema, constraint: Constraint, value: unknown): boolean {
  const validate = compileSchema(schema);
  if (validate(value)) return false;
  const errors = validate.errors ?? [];
  // Reads the errors first, because they usually decide it. The other way, to compile the schema without the keyword, is slow for
  // a large schema.
  if (!errors.some(({ keyword }) => ofOthers.includes(keyword))) {
    const at = constraint.path.map((key) => `/${pointed(String(key))}`).join('');
    const others = errors.filter(({ instancePath, keyword }) => instancePath !== at || keyword !== constraint.keyword);
    if (others.length > 0) return false;
    if (errors.length === 1) return true;
  }
  return compileSchema(withoutKeyword(schema, constraint))(value) as boolean;
}

/** Keywords that depend on other keywords of the same schema, so that they cannot be removed to see what they forbid. */
const ofNames = ['required', 'additionalProperties', 'unevaluatedProperties'];

/** Returns the probe texts that do not match a grammar. */
function refusedTexts({ keyword, schemas }: Constraint): string[] {
  const schema = schemas.at(-1) as Schema;
  if (!isGrammar(keyword) || ![schema.type].flat().includes('string')) return [];
  const isAllowed = compileSchema(schema);
  return probes.filter((text) => !isAllowed(text));
}

/** Returns a value at the limit that a keyword sets, such as the maximum. Returns undefined if the keyword has no limit. */
export function edgeValue(schema: Schema, constraint: Constraint, pointer: string): unknown {
  const sample = sampleWith(schema, constraint.path, pointer);
  const found = edgeParts(constraint, valueAt(sample, constraint.path))
    .map((part) => withPart(sample, constraint.path, part))
    .find((value) => compileSchema(schema)(value));
  return lawfulValue(schema, found, sample);
}

function wrongParts({ keyword, missing, beside = '', schemas }: Constraint, sample: unknown): unknown[] {
  const schema = schemas.at(-1) as Schema;
  const bound = Number(schema[keyword]);
  const step = stepOf(schema);
  const fields = (typeof sample === 'object' && sample !== null ? sample : {}) as Schema;
  switch (keyword) {
    case 'type':
      // An integer field gets two fractions first, which a server may round or truncate.
      return [
        ...([schema.type].flat().includes('integer') && typeof sample === 'number' ? [sample + 0.5, 1.5] : []),
        ...['text', 7, true, {}, []],
      ];
    case 'required':
      return [without(fields, missing)];
    case 'dependentRequired':
      return [without({ ...fields, [beside]: fields[beside] ?? sampleOf(schema.properties?.[beside] ?? {}, beside) }, missing)];
    case 'additionalProperties':
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
      return [...texts, `${sample}?`, `?${sample}`, `${sample}é`, String(sample).toUpperCase(), String(sample).toLowerCase()];
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
      return ['', ' ', '?', 'A', '0', 'a'.repeat(300)].map((name) => ({ [name]: entryOf(schema, fields) }));
    default:
      return [];
  }
}

function edgeParts({ keyword, beside, schemas, path }: Constraint, sample: unknown): unknown[] {
  const schema = schemas.at(-1) as Schema;
  const bound = Number(schema[keyword]);
  switch (keyword) {
    case 'type':
      // Only for nested values. Other cases try null as the value of the whole property.
      return path.length > 0 && [schema.type].flat().includes('null') && !(perhapsNull in schema) ? [null] : [];
    case 'minLength':
    case 'maxLength':
      if (!isCertain(schema, bound)) return [];
      if (schema.format !== undefined) return [textOf(schema, bound)];
      return [
        textOf(schema, bound),
        String(sample)
          .padEnd(bound, String(sample).at(-1) ?? 'a')
          .slice(0, bound),
      ];
    case 'minimum':
      return isBlurred(bound) ? [] : [bound, multipleAbove(bound, stepOf(schema))];
    case 'maximum':
      return isBlurred(bound) ? [] : [bound, multipleNear(bound, stepOf(schema))];
    case 'exclusiveMinimum':
      return [bound + stepOf(schema), multipleAbove(bound, stepOf(schema))];
    case 'exclusiveMaximum':
      return [bound - stepOf(schema), multipleBelow(bound, stepOf(schema))];
    case 'minItems':
      return [listed(sample).slice(0, bound), ...makeLists(schema, sample, bound)];
    case 'maxItems':
      return makeLists(schema, sample, bound);
    case 'uniqueItems':
      // Texts that differ only in letter case count as distinct.
      return listed(sample).flatMap((one, at, all) => {
        const others = typeof one === 'string' ? [one.toUpperCase(), one.toLowerCase()].filter((text) => text !== one) : [];
        return others.map((other) => [one, other, ...all.filter((_, index) => index !== at)].slice(0, Math.max(2, all.length)));
      });
    case 'maxProperties':
      return keyed(schema, schema.examples === undefined ? {} : (sample as Schema), bound);
    case 'dependentRequired':
      // Leaves out the field that requires another one, so the rule must not apply.
      return [without((sample ?? {}) as Schema, beside)];
    default:
      return [];
  }
}

const without = (fields: Schema, left: string | undefined): Schema =>
  Object.fromEntries(Object.entries(fields).filter(([name]) => name !== left));

const listed = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

/** Returns the greatest multiple of a step below a number. */
const multipleBelow = (number: number, step: number): number => multipleNear(number, step, isMultiple(number, step) ? -1 : 0);

/** Returns the least multiple of a step above a number. */
const multipleAbove = (number: number, step: number): number => multipleNear(number, step, 1);

/** Makes objects with `count` properties, once with names of increasing length and once with numbered names. */
function keyed(schema: Schema, fields: Schema, count: number): Schema[] {
  const value = entryOf(schema, fields);
  const named = (name: (index: number) => string) =>
    Object.fromEntries(Array.from({ length: count }, (_, index) => [name(index), value]));
  return [named((index) => 'a'.repeat(index + 1)), named((index) => `key${index}`)];
}

/** Returns the value of the object's first entry, or a sample value if it has none. */
function entryOf({ additionalProperties: others }: Schema, fields: Schema): unknown {
  const [first] = Object.values(fields);
  return first ?? sampleOf(typeof others === 'object' && others !== null ? (others as Schema) : {}, 'additionalProperties');
}

/** Returns a sample of a property in which the value at this path is present, even if it is optional. */
function sampleWith(schema: Schema, path: string[], pointer: string): unknown {
  const sample = sampleOf(schema, pointer);
  const [key, ...rest] = path;
  if (key === undefined) return sample;
  if (Array.isArray(sample)) {
    const { items = {} } = schema;
    return [sampleWith(items, rest, `${pointer}/items`), ...sample.slice(1)];
  }
  const fields = Object(sample) as Schema;
  const others = schema.additionalProperties;
  const sub = schema.properties?.[key] ?? (typeof others === 'object' ? others : {});
  const name = schema.properties?.[key] ? key : (Object.keys(fields)[0] ?? key);
  return { ...fields, [name]: rest.length === 0 && name in fields ? fields[name] : sampleWith(sub, rest, `${pointer}/${key}`) };
}

/** Returns a sample of a property in which the value at this path is replaced. */
export const valueWith = (schema: Schema, path: string[], pointer: string, part: unknown): unknown =>
  withPart(sampleWith(schema, path, pointer), path, part);

function valueAt(value: unknown, path: string[]): unknown {
  return path.reduce<unknown>((at, key) => (at as Schema)?.[keyIn(at, key)], value);
}

/** Returns the value with its part at this path replaced. */
function withPart(value: unknown, path: string[], part: unknown): unknown {
  const [key, ...rest] = path;
  if (key === undefined) return part;
  const own = keyIn(value, key);
  const changed = withPart((value as Schema)[own], rest, part);
  return Array.isArray(value) ? value.with(Number(own), changed) : { ...(value as Schema), [own]: changed };
}

/** Returns the key if the object has it. Otherwise, in an object whose keys are free, returns the first of them. */
function keyIn(value: unknown, key: string): string {
  return typeof value === 'object' && value !== null && !(key in value) ? (Object.keys(value)[0] ?? key) : key;
}

/** Returns the schema of a property without one keyword, or without one name in `required`. */
function withoutKeyword(schema: Schema, constraint: Constraint): Schema {
  const { keyword, at, missing } = constraint;
  const [key, ...rest] = at;
  if (key !== undefined) return { ...schema, [key]: withoutKeyword(schema[key] as Schema, { ...constraint, at: rest }) };
  if (keyword === 'required') return { ...schema, required: (schema.required ?? []).filter((name) => name !== missing) };
  return without(schema, keyword);
}
