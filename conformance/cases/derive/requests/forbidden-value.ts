import { compileSchema } from '../../../src/contract/compile-schema.ts';
import type { Schema } from '../../../src/contract/contract.ts';
import { valueIn, withValueIn } from '../../../src/contract/follow-path.ts';
import { pointed } from '../../../src/contract/follow-reference.ts';
import { isCertain, textOf } from '../../../src/contract/formats.ts';
import type { Constraint } from '../../../src/contract/list-constraints.ts';
import { isGrammar } from '../../../src/contract/list-constraints.ts';
import { lawfulValue } from '../../../src/contract/mend-body.ts';
import { multipleNear } from '../../../src/contract/multiples.ts';
import { sampleWith, valueAt, withPart } from '../../../src/contract/part-at.ts';
import { perhapsNull } from '../../../src/contract/plain/normalise-schemas.ts';
import { isBlurred, stepOf } from '../../../src/contract/step-of.ts';
import { probes } from './probe-texts.ts';
import { keptByRule, keyed, listed, makeLists, multipleAbove, multipleBelow, without, wrongParts } from './wrong-parts.ts';

/** Returns a value that breaks one keyword and, if possible, no other. The plan check reports keywords without such a value. */
export const forbiddenValue = (
  schema: Schema,
  constraint: Constraint,
  pointer: string,
  canBeSent?: (value: unknown) => boolean,
): unknown => forbiddenNear(schema, constraint, sampleWith(schema, constraint.path, pointer), canBeSent);

/** Does the same as `forbiddenValue`, but starts from this sample, which must have a value at `constraint.path`. */
export function forbiddenNear(
  schema: Schema,
  constraint: Constraint,
  sample: unknown,
  canBeSent: (value: unknown) => boolean = () => true,
): unknown {
  const part = valueAt(sample, constraint.path);
  const parts = [...wrongParts(constraint, part), ...refusedTexts(constraint)];
  const whole = (part: unknown): unknown => withPart(sample, constraint.path, part);
  const alone = parts.map(whole).find((value) => canBeSent(value) && breaksOnly(schema, constraint, value));
  const { keyword, schemas } = constraint;
  if (alone !== undefined || ofNames.includes(keyword)) return alone;
  const keeps = compileSchema({ [keyword]: schemas.at(-1)?.[keyword] });
  const breaking = parts.filter((part) => !keeps(part));
  return breaking.map(whole).find(canBeSent);
}

/** Replaces a string in a value with the first candidate that breaks only this keyword. Returns undefined if there is none. */
export function nearValue(
  schema: Schema,
  constraint: Constraint,
  pointer: string,
  othersFor: (text: string) => string[],
): unknown {
  const sample = sampleWith(schema, constraint.path, pointer);
  const text = valueAt(sample, constraint.path);
  const others = typeof text === 'string' ? othersFor(text).filter((other) => other !== text) : [];
  const values = others.map((other) => withPart(sample, constraint.path, other));
  return values.find((value) => breaksOnly(schema, constraint, value));
}

/** Keywords that contain schemas. A validator reports errors of those schemas in addition to the keyword's own. */
const ofOthers = [
  ...['allOf', 'anyOf', 'oneOf', 'not', 'if', 'contains', 'propertyNames', 'unevaluatedProperties', 'unevaluatedItems'],
];

function breaksOnly(schema: Schema, constraint: Constraint, value: unknown): boolean {
  const validate = compileSchema(schema);
  if (validate(value)) return false;
  const errors = validate.errors ?? [];
  // Reads the errors first, because they usually give the answer, and compiling a large schema without the keyword is slow.
  if (constraint.keyword !== 'dependentSchemas' && !errors.some(({ keyword }) => ofOthers.includes(keyword))) {
    const at = constraint.path.map((key) => `/${pointed(String(key))}`).join('');
    const others = errors.filter(({ instancePath, keyword }) => instancePath !== at || keyword !== constraint.keyword);
    if (others.length > 0) return false;
    if (errors.length === 1) return true;
  }
  return compileSchema(withoutKeyword(schema, constraint))(value) as boolean;
}

/** Keywords that depend on others in their schema. A schema with only such a keyword does not show what the keyword forbids. */
const ofNames = [
  ...['required', 'additionalProperties', 'unevaluatedProperties', 'items', 'unevaluatedItems', 'then', 'else'],
  ...['minContains', 'maxContains', 'dependentSchemas'],
];

/** Returns the probe strings that do not match a grammar. */
function refusedTexts({ keyword, schemas }: Constraint): string[] {
  const schema = schemas.at(-1) as Schema;
  if (!isGrammar(keyword) || ![schema.type].flat().includes('string')) return [];
  const isAllowed = compileSchema(schema);
  return probes.filter((text) => !isAllowed(text));
}

/** Returns a value at the limit that a keyword sets, such as the maximum. Returns undefined if the keyword has no limit. */
export const edgeValue = (schema: Schema, constraint: Constraint, pointer: string): unknown =>
  edgeNear(schema, constraint, sampleWith(schema, constraint.path, pointer));

/** Does the same as `edgeValue`, but starts from this sample, which must have a value at `constraint.path`. */
export function edgeNear(schema: Schema, constraint: Constraint, sample: unknown): unknown {
  const found = edgeParts(constraint, valueAt(sample, constraint.path))
    .map((part) => withPart(sample, constraint.path, part))
    .find((value) => compileSchema(schema)(value));
  return lawfulValue(schema, found, sample);
}

function edgeParts(constraint: Constraint, sample: unknown): unknown[] {
  const { keyword, beside, schemas, path } = constraint;
  const schema = schemas.at(-1) as Schema;
  const bound = Number(schema[keyword]);
  const step = stepOf(schema);
  const text = String(sample);
  switch (keyword) {
    case 'type':
      // Tries null only in place of nested values. Other cases try null as the value of the whole property.
      return path.length > 0 && [schema.type].flat().includes('null') && !(perhapsNull in schema) ? [null] : [];
    case 'minLength':
    case 'maxLength':
      if (!isCertain(schema, bound)) return [];
      if (schema.format !== undefined) return [textOf(schema, bound)];
      return [textOf(schema, bound), text.padEnd(bound, text.at(-1) ?? 'a').slice(0, bound)];
    case 'minimum':
      return isBlurred(bound) ? [] : [bound, multipleAbove(bound, step)];
    case 'maximum':
      return isBlurred(bound) ? [] : [bound, multipleNear(bound, step)];
    case 'exclusiveMinimum':
      return [bound + step, multipleAbove(bound, step)];
    case 'exclusiveMaximum':
      return [bound - step, multipleBelow(bound, step)];
    case 'minItems':
      return [listed(sample).slice(0, bound), ...makeLists(schema, sample, bound)];
    case 'maxItems':
      return makeLists(schema, sample, bound);
    case 'uniqueItems':
      // Strings that differ only in letter case count as distinct.
      return listed(sample).flatMap((one, at, all) => {
        const others = typeof one === 'string' ? [one.toUpperCase(), one.toLowerCase()].filter((text) => text !== one) : [];
        return others.map((other) => [one, other, ...all.filter((_, index) => index !== at)].slice(0, Math.max(2, all.length)));
      });
    case 'maxProperties':
      return keyed(schema, schema.examples === undefined ? {} : (sample as Schema), bound);
    case 'dependentRequired':
      // Leaves out the field that requires another one, so that the rule does not apply.
      return [without((sample ?? {}) as Schema, beside)];
    default:
      return keptByRule(constraint, sample);
  }
}

/** Returns the schema of a property without one keyword, or without one name in `required`. */
function withoutKeyword(schema: Schema, { keyword, at, missing }: Constraint): Schema {
  const part = valueIn(schema, at) as Schema;
  const required = part.required?.filter((name) => name !== missing) ?? [];
  const changed = keyword === 'required' ? { ...part, required } : without(part, keyword);
  return at.length === 0 ? changed : withValueIn(schema, at, changed);
}
