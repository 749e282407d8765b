import type { Schema } from './contract.ts';
import { beyondKeyword } from './fit-body.ts';
import { looseFormats } from './formats.ts';

/** A keyword that forbids some values, somewhere in the schema of a property. */
export interface Constraint {
  /** The keyword and what it applies to, such as `maxItems of labels` or `required of payer.email`. */
  name: string;
  keyword: string;
  /** Keys that lead from the property's value to the value that the keyword constrains. */
  path: string[];
  /** Keys that lead from the property's schema to the schema that contains the keyword. */
  at: string[];
  /** The schemas on this way, from the property's own to the one that contains the keyword. */
  schemas: Schema[];
  /** True if a body that violates it would always exceed the size limit. */
  isBeyond?: true;
  /** The property that must be present, if the keyword is `required` or `dependentRequired`. */
  missing?: string;
  /** The property whose presence makes `missing` required, if the keyword is `dependentRequired`. */
  beside?: string;
}

/** Keywords that only describe a value and forbid nothing. */
const words = new Set([
  ...['title', 'description', 'examples', 'example', 'default', 'deprecated', 'readOnly', 'writeOnly', '$comment'],
  ...['externalDocs', 'contentMediaType', 'contentEncoding', 'discriminator'],
]);

/** Keywords that are not listed themselves, because the schemas inside them are visited. */
const inside = new Set(['properties', 'items']);

/** Lists all keywords that forbid values, anywhere in the schema of a property. */
export function listConstraints(property: string, schema: Schema): Constraint[] {
  return listWithin(property, [], [], [schema]);
}

function listWithin(property: string, path: string[], at: string[], schemas: Schema[]): Constraint[] {
  const schema = schemas.at(-1) as Schema;
  const name = (keyword: string, ...more: string[]): string => `${keyword} of ${[property, ...path, ...more].join('.')}`;
  const own = Object.entries(schema).flatMap(([keyword, value]): Constraint[] => {
    if (keyword.startsWith('x-') || words.has(keyword) || inside.has(keyword) || allowsAll(keyword, value)) return [];
    const isBeyond = ((schema[beyondKeyword] ?? []) as string[]).includes(keyword);
    const found = { keyword, path, at, schemas, ...(isBeyond && { isBeyond }) };
    if (keyword === 'required' && Array.isArray(value))
      return value.map((missing) => ({ ...found, name: name(keyword, missing), missing }));
    if (keyword === 'dependentRequired')
      return Object.entries(value as Record<string, string[]>).flatMap(([beside, names]) =>
        names.map((missing) => ({ ...found, name: name(keyword, beside, missing), missing, beside })),
      );
    return [{ ...found, name: name(keyword) }];
  });
  const below = (key: string, ...keys: string[]): Constraint[] => {
    const sub = keys.reduce<unknown>((found, one) => (found as Schema)?.[one], schema);
    if (typeof sub !== 'object' || sub === null || Array.isArray(sub)) return [];
    return listWithin(property, [...path, key], [...at, ...keys], [...schemas, sub as Schema]);
  };
  return [
    ...own,
    ...Object.keys(schema.properties ?? {}).flatMap((key) => below(key, 'properties', key)),
    ...below('0', 'items'),
    ...below('any', 'additionalProperties'),
  ];
}

/** Returns whether a keyword with this value allows everything. */
function allowsAll(keyword: string, value: unknown): boolean {
  if (keyword === 'additionalProperties') return value !== false;
  if (keyword === 'format') return looseFormats.includes(String(value));
  if (Array.isArray(value)) return value.length === 0;
  return value === false || (value === 0 && keyword.startsWith('min') && keyword !== 'minimum');
}
