import type { Schema } from './contract.ts';
import { beyondKeyword } from './fit-body.ts';
import { looseFormats } from './formats.ts';

/** One keyword that forbids values, at any depth of a property's schema. */
export interface Constraint {
  /** The keyword and the value that it constrains: `maxItems of labels`, `required of payer.email`. */
  name: string;
  keyword: string;
  /** Keys from the value of the property to the constrained value. */
  path: string[];
  /** Keys from the schema of the property to the schema with the keyword. */
  at: string[];
  /** Schemas from the property's own to the one with the keyword. */
  schemas: Schema[];
  /** True if no body within the size limit can break it. */
  isBeyond?: true;
  /** The property that `required` or `dependentRequired` demands. */
  missing?: string;
  /** The property whose presence makes `dependentRequired` demand `missing`. */
  beside?: string;
}

/** Keywords that describe and forbid nothing. */
const words = new Set([
  ...['title', 'description', 'examples', 'example', 'default', 'deprecated', 'readOnly', 'writeOnly', '$comment'],
  ...['externalDocs', 'contentMediaType', 'contentEncoding', 'discriminator'],
]);

/** Keywords whose subschemas are visited instead. */
const inside = new Set(['properties', 'items']);

/** Lists every keyword that forbids values in the schema of a property, at any depth. */
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

/** Returns whether a keyword with this value forbids nothing. */
function allowsAll(keyword: string, value: unknown): boolean {
  if (keyword === 'additionalProperties') return value !== false;
  if (keyword === 'format') return looseFormats.includes(String(value));
  if (Array.isArray(value)) return value.length === 0;
  return value === false || (value === 0 && keyword.startsWith('min') && keyword !== 'minimum');
}
