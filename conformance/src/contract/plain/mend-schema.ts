import type { Schema } from '../contract.ts';

const types = ['string', 'number', 'integer', 'boolean', 'object', 'array', 'null'];
const isType = (value: unknown): boolean => types.includes(value as string);
const isObject = (value: unknown): boolean => typeof value === 'object' && value !== null && !Array.isArray(value);
const isSchema = (value: unknown): boolean => isObject(value) || typeof value === 'boolean';
const isList = (value: unknown): boolean => Array.isArray(value) && value.length > 0 && value.every(isSchema);
const isNames = (value: unknown): boolean => Array.isArray(value) && value.every((one) => typeof one === 'string');
const isCount = (value: unknown): boolean => Number.isInteger(value) && (value as number) >= 0;
const isNumber = (value: unknown): boolean => typeof value === 'number' && Number.isFinite(value);
const isText = (value: unknown): boolean => typeof value === 'string';

/** Checks of the values of keywords. The validator cannot compile a keyword with a value of another kind. */
const forms: Record<string, (value: unknown) => boolean> = {
  ...Object.fromEntries(
    ['minLength', 'maxLength', 'minItems', 'maxItems', 'minProperties', 'maxProperties'].map((key) => [key, isCount]),
  ),
  ...Object.fromEntries(['minimum', 'maximum'].map((key) => [key, isNumber])),
  ...Object.fromEntries(
    ['exclusiveMinimum', 'exclusiveMaximum'].map((key) => [
      key,
      (value: unknown) => isNumber(value) || typeof value === 'boolean',
    ]),
  ),
  ...Object.fromEntries(['allOf', 'anyOf', 'oneOf', 'prefixItems'].map((key) => [key, isList])),
  ...Object.fromEntries(
    ['not', 'if', 'then', 'else', 'items', 'contains', 'propertyNames', 'additionalProperties'].map((key) => [key, isSchema]),
  ),
  ...Object.fromEntries(
    ['properties', 'patternProperties', 'dependentSchemas', 'dependentRequired'].map((key) => [key, isObject]),
  ),
  type: (value) => isType(value) || (Array.isArray(value) && value.length > 0 && value.every(isType)),
  enum: (value) => Array.isArray(value) && value.length > 0,
  multipleOf: (value) => isNumber(value) && (value as number) > 0,
  uniqueItems: (value) => typeof value === 'boolean',
  required: isNames,
  pattern: isText,
  format: isText,
};

/** Keywords that apply only to values of one type. */
const ofType: Readonly<Record<string, readonly string[]>> = {
  string: ['minLength', 'maxLength', 'pattern'],
  number: ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf'],
  array: ['items', 'prefixItems', 'minItems', 'maxItems', 'uniqueItems', 'contains'],
  object: [
    ...['properties', 'patternProperties', 'additionalProperties', 'required', 'minProperties', 'maxProperties'],
    ...['propertyNames', 'dependentRequired', 'dependentSchemas'],
  ],
};

/** Removes the keywords that forbid nothing because they apply to values of another type than the schema's. */
function dropStrays(schema: Schema): void {
  const stated = [schema.type ?? []].flat().map((type) => (type === 'integer' ? 'number' : type));
  if (stated.length === 0) return;
  for (const [type, keywords] of Object.entries(ofType))
    if (!stated.includes(type)) for (const keyword of keywords) delete schema[keyword];
}

/** Keywords by which a schema names itself or its dialect. They are removed, because references here use pointers only. */
const names = ['$id', '$schema', '$anchor', '$dynamicAnchor', '$recursiveAnchor', '$vocabulary'];

/** Makes a schema compilable: removes keywords with an invalid value, and returns the reasons. */
export function mendSchema(schema: Schema): { keyword: string; reason: string }[] {
  for (const name of names) if (isText(schema[name])) delete schema[name];
  // Drafts up to 2019-09 write it this way.
  if (Array.isArray(schema.items) && !('prefixItems' in schema)) {
    schema.prefixItems = schema.items;
    delete schema.items;
  }
  const reasons = Object.entries(forms).flatMap(([keyword, isRight]) => {
    const value = schema[keyword];
    if (value === undefined || isRight(value)) return [];
    if (typeof value === 'string' && value.trim() !== '' && isRight(Number(value))) {
      schema[keyword] = Number(value);
      return [];
    }
    delete schema[keyword];
    // Drafts up to 3 write `required` as a boolean. Dropping that, or an empty list, loses no constraint.
    if (Array.isArray(value) && value.length === 0 && keyword !== 'enum') return [];
    return [{ keyword, reason: `${keyword} is ${JSON.stringify(value)?.slice(0, 60)}, which no schema can have there` }];
  });
  dropStrays(schema);
  return reasons;
}
