import { sample, stringMatching } from 'fast-check';
import { attempt } from '../../text/attempt.ts';
import { compileSchema, readPattern } from '../compile-schema.ts';
import type { Schema } from '../contract.ts';
import { multipleNear } from '../multiples.ts';
import { requiredOf, sampleOf } from '../sample-of.ts';

/**
 * Adds an example to each schema for which `sampleOf` finds no value, for example because of a choice, a pattern or a format.
 * Starts with the innermost schemas. Only plain documents need this, because the suite's own contract contains such examples.
 */
export function giveExamples(schema: Schema, pointer: string, deep = 0): void {
  if (deep > 50) return;
  const named = [schema.properties, schema.patternProperties].flatMap((some) => Object.values(some ?? {}));
  for (const part of [...named, ...within.map((keyword) => schema[keyword])].flat())
    if (typeof part === 'object' && part !== null) giveExamples(part as Schema, pointer, deep + 1);
  if (attempt(() => sampleOf(schema, pointer)) !== undefined) return;
  const isAllowed = compileSchema(schema);
  const found = further(schema, pointer).find((value) => value !== null && value !== undefined && isAllowed(value));
  if (found !== undefined) schema.examples = [found];
}

/** Keywords with one schema or a list of schemas. */
const within = ['items', 'prefixItems', 'additionalProperties', 'contains', 'oneOf', 'anyOf', 'allOf'];

/** Valid values of the various formats. */
const ofFormats = [
  ...['2030-06-15', '2030-06-15T12:00:00Z', '12:00:00Z', 'P1D', 'someone@example.com', 'example.com', '192.0.2.1', '2001:db8::1'],
  ...['5f0c9b1e-8d6a-4a54-9a64-7c1f8e0d2b3a', '/path', 'YQ=='],
];

/** Makes values for schemas that need more than `sampleOf`: a choice, a pattern, an exclusive bound or a minimum length. */
function further(schema: Schema, pointer: string): unknown[] {
  const {
    oneOf,
    anyOf,
    allOf,
    exclusiveMinimum,
    exclusiveMaximum,
    multipleOf,
    minLength,
    maxLength,
    pattern,
    minProperties,
    additionalProperties,
    prefixItems,
    contains,
    ...rest
  } = schema as Schema & Record<string, unknown>;
  const step = Number(multipleOf ?? (schema.type === 'integer' ? 1 : 0.5));
  const low = Number(exclusiveMinimum ?? schema.minimum ?? 0);
  const isObject = schema.properties !== undefined;
  const branches = [oneOf, anyOf, allOf, rest.then, rest.else].flatMap((list) =>
    typeof list === 'object' ? ([list].flat() as Schema[]) : [],
  );
  const whole = isObject ? [requiredOf(schema, pointer)] : [];
  const chosen = branches.flatMap((branch) => {
    const part = attempt(() => sampleOf({ ...(rest as Schema), ...branch }, pointer)) ?? attempt(() => sampleOf(branch, pointer));
    const object = whole[0];
    return part === undefined ? [] : [part, ...(object && typeof part === 'object' ? [{ ...object, ...(part as Schema) }] : [])];
  });
  const free = typeof additionalProperties === 'object' ? (additionalProperties as Schema) : {};
  const keyed = Array.from({ length: Number(minProperties ?? 0) }, (_, at) => [
    `key${at}`,
    attempt(() => sampleOf(free, pointer)),
  ]);
  const joined = chosen.every((one) => typeof one === 'object') ? [Object.assign({}, ...whole, ...chosen) as unknown] : [];
  return [
    ...(schema.format === 'byte' ? ['YQ=='] : []),
    ...ofFormats.flatMap((text) => [text, text.toUpperCase()]),
    ...[multipleNear(low, step), multipleNear(low, step, 1), low + step, Number(exclusiveMaximum) - step, 0, step],
    ...(typeof pattern === 'string' ? textsLike(pattern) : []),
    ...[minLength, maxLength].flatMap((length) =>
      typeof length === 'number' && length < 10_000 ? ['a'.repeat(length), 'A'.repeat(length), '0'.repeat(length)] : [],
    ),
    ...(Array.isArray(prefixItems) ? [prefixItems.map((one) => attempt(() => sampleOf(one as Schema, pointer)))] : []),
    ...(contains === undefined ? [] : [contained(contains as Schema, Number(rest.minContains ?? 1), pointer)]),
    ...whole,
    ...(keyed.length > 0 ? [{ ...whole[0], ...Object.fromEntries(keyed) }] : []),
    ...chosen,
    ...joined,
  ];
}

const contained = (entry: Schema, count: number, pointer: string): unknown[] =>
  Array(count).fill(attempt(() => sampleOf(entry, pointer)));

/** Generates strings that match a pattern. Returns an empty list if that is not possible. */
export function textsLike(pattern: string, seed = 1): string[] {
  return attempt(() => sample(stringMatching(readPattern(pattern, 'u'), { maxLength: 200 }), { seed, numRuns: 30 })) ?? [];
}
