import { readPattern } from './compile-schema.ts';
import type { Schema } from './contract.ts';
import { beyondKeyword } from './fit-body.ts';
import { isObject } from './follow-reference.ts';
import { looseFormats } from './formats.ts';
import { textsLike } from './plain/give-examples.ts';

/** A keyword that forbids some values, somewhere in the schema of a property. */
export interface Constraint {
  /** The keyword and the value that it applies to, such as `maxItems of labels` or `required of payer.email`. */
  name: string;
  keyword: string;
  /** Keys that lead from the property's value to the value that the keyword constrains. */
  path: string[];
  /** Keys that lead from the property's schema to the schema that contains the keyword. */
  at: string[];
  /** The schemas along `at`, from the property's own schema to the one that contains the keyword. */
  schemas: Schema[];
  /** True if a body that violates the keyword would always exceed the size limit. */
  isBeyond?: true;
  /** The property that must be present, if the keyword is `required` or `dependentRequired`. */
  missing?: string;
  /** The property whose presence makes `missing` required, if the keyword is `dependentRequired`. */
  beside?: string;
}

/** Keywords that are tested with sample strings. A schema with one of them allows some strings and forbids others. */
export const isGrammar = (keyword: string): boolean => ['anyOf', 'oneOf', 'not', 'pattern'].includes(keyword);

/** Keywords that only describe a value and forbid nothing. */
const words = new Set([
  ...['title', 'description', 'examples', 'example', 'default', 'deprecated', 'readOnly', 'writeOnly', '$comment'],
  ...['externalDocs', 'contentMediaType', 'contentEncoding', 'discriminator'],
]);

/** Keywords that are not listed as constraints, because the schemas inside them are visited. */
const inside = new Set(['properties', 'prefixItems', 'if']);

/** Lists all keywords that forbid values, anywhere in the schema of a property. */
export const listConstraints = (property: string, schema: Schema): Constraint[] => listWithin(property, [], [], [schema]);

function listWithin(property: string, path: string[], at: string[], schemas: Schema[]): Constraint[] {
  const schema = schemas.at(-1) as Schema;
  const name = (keyword: string, ...more: string[]): string => `${keyword} of ${[property, ...path, ...more].join('.')}`;
  const own = Object.entries(schema).flatMap(([keyword, value]): Constraint[] => {
    if (keyword.startsWith('x-') || words.has(keyword) || inside.has(keyword) || allowsAll(keyword, value, schema)) return [];
    const isBeyond = ((schema[beyondKeyword] ?? []) as string[]).includes(keyword);
    const found = { keyword, path, at, schemas, ...(isBeyond && { isBeyond }) };
    if (keyword === 'required' && Array.isArray(value))
      return value.map((missing) => ({ ...found, name: name(keyword, missing), missing }));
    if (keyword === 'dependentRequired')
      return Object.entries(value as Record<string, string[]>).flatMap(([beside, names]) =>
        names.map((missing) => ({ ...found, name: name(keyword, beside, missing), missing, beside })),
      );
    if (keyword === 'dependentSchemas')
      return Object.keys(value as Schema).map((beside) => ({ ...found, name: name(keyword, beside), beside }));
    return [{ ...found, name: name(keyword) }];
  });
  const below = (key: string, ...keys: string[]): Constraint[] => {
    const sub = keys.reduce<unknown>((found, one) => (found as Schema)?.[one], schema);
    return isObject(sub) ? listWithin(property, [...path, key], [...at, ...keys], [...schemas, sub]) : [];
  };
  const prefix = Array.isArray(schema.prefixItems) ? schema.prefixItems : [];
  return [
    ...own,
    ...Object.keys(schema.properties ?? {}).flatMap((key) => below(key, 'properties', key)),
    ...prefix.flatMap((_, at) => below(String(at), 'prefixItems', String(at))),
    ...below(String(prefix.length), 'items'),
    ...Object.keys(schema.patternProperties ?? {}).flatMap((pattern) => {
      const key = nameLike(pattern);
      return key === undefined ? [] : below(key, 'patternProperties', pattern);
    }),
    ...below('any', 'additionalProperties'),
  ];
}

/** Returns a name that a pattern of `patternProperties` matches, if possible a plain one. */
export function nameLike(pattern: string): string | undefined {
  const expression = readPattern(pattern, 'u');
  const literal = pattern.replaceAll(/[^\w-]/g, '');
  const plain = ['key', 'k', 'KEY', 'x-key', '1', literal, `${literal}key`, `key${literal}`];
  return [...plain, ...textsLike(pattern)].find((name) => name !== '' && expression.test(name));
}

/** Returns whether a keyword with this value allows everything. */
function allowsAll(keyword: string, value: unknown, { minContains }: Schema): boolean {
  if (keyword === 'items' || /^(additional|unevaluated)/.test(keyword)) return value !== false;
  if (keyword === 'contains' && Number(minContains) === 0) return true;
  if (keyword === 'format') return looseFormats.includes(String(value));
  if (Array.isArray(value)) return value.length === 0;
  return value === false || (value === 0 && keyword.startsWith('min') && keyword !== 'minimum');
}
