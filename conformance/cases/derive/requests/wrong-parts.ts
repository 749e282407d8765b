import type { Schema } from '../../../src/contract/contract.ts';
import { badFormats, textOf } from '../../../src/contract/formats.ts';
import type { Constraint } from '../../../src/contract/list-constraints.ts';
import { isMultiple, multipleNear } from '../../../src/contract/multiples.ts';
import { sampleOf } from '../../../src/contract/sample-of.ts';
import { above, below, nearMultiples, stepOf } from '../../../src/contract/step-of.ts';
import { attempt } from '../../../src/text/attempt.ts';
import { makeLists } from './make-lists.ts';

/** Strings to try against a pattern: most patterns accept some of them and refuse the others. */
const texts = ['', ' ', '?', 'é', 'a b', '-', '0', 'a', 'A', 'a0', 'a?'];

/** Returns values to try in place of a value. Some of them break the keyword. */
export function wrongParts({ keyword, missing, beside = '', schemas }: Constraint, sample: unknown): unknown[] {
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
      // In an object with other fields, the absence of this field differs from the absence of the whole object.
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

/** Returns the greatest multiple of a step below a number. */
export const multipleBelow = (number: number, step: number): number =>
  multipleNear(number, step, isMultiple(number, step) ? -1 : 0);

/** Returns the least multiple of a step above a number. */
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
  return first ?? sampleOf(typeof others === 'object' && others !== null ? (others as Schema) : {}, 'additionalProperties');
}
