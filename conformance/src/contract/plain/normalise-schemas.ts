import { createContext, Script } from 'node:vm';
import { readPattern } from '../compile-schema.ts';
import type { Schema } from '../contract.ts';
import { isObject } from '../follow-reference.ts';
import { walkDocument } from './walk-document.ts';

/** A part of a document that no case tests. */
export interface Untried {
  /** JSON pointer to the part. */
  pointer: string;
  /** The reason, worded to be read after "not tried, because". */
  reason: string;
}

/** Values of `type` in a security scheme. */
const schemeTypes = new Set(['apiKey', 'http', 'oauth2', 'openIdConnect', 'mutualTLS']);

/**
 * Marks a schema whose author probably wanted to allow null but wrote it in a way that has no effect. Servers may accept or
 * refuse null.
 */
export const perhapsNull = 'x-perhaps-null';

/** Matches pointers to objects that have the same keys as a schema but are not schemas. */
const isHolder =
  /\/x-(?!files\/)|\/(?:requestBody|requestBodies\/[^/]*|headers\/[^/]*|securitySchemes\/[^/]*|parameters\/[^/]*)$/;

/**
 * Rewrites the schemas of a document as in OpenAPI 3.1: `nullable` becomes a type, exclusive bounds become numbers, and `example`
 * becomes an item of `examples`. Removes patterns that cannot be run. Returns the parts that therefore cannot be tested.
 */
export function normaliseSchemas(document: Schema): Untried[] {
  const untried: Untried[] = [];
  const isOf30 = String(document.openapi).startsWith('3.0');
  const judged = new Map<string, string | undefined>();
  const isRefused = (pattern: string, pointer: string): boolean => {
    if (!judged.has(pattern)) judged.set(pattern, judgePattern(pattern));
    const reason = judged.get(pattern);
    if (reason !== undefined) untried.push({ pointer, reason: `the pattern ${pattern.slice(0, 80)} ${reason}` });
    return reason !== undefined;
  };
  walkDocument(document, (node, pointer) => {
    const isSchema =
      node.schema === undefined &&
      node.in === undefined &&
      node.content === undefined &&
      !isHolder.test(pointer) &&
      !schemeTypes.has(String(node.type));
    if (isSchema) for (const { keyword, reason } of mendSchema(node)) untried.push({ pointer: `${pointer}/${keyword}`, reason });
    for (const pattern of Object.keys(node.patternProperties ?? {}))
      if (isRefused(pattern, `${pointer}/patternProperties`)) delete (node.patternProperties as Schema)[pattern];
    if (typeof node.pattern === 'string' && isRefused(node.pattern, `${pointer}/pattern`)) delete node.pattern;
    for (const [word, bound] of [
      ['exclusiveMinimum', 'minimum'],
      ['exclusiveMaximum', 'maximum'],
    ] as const) {
      if (node[word] === true) node[word] = node[bound];
      if (node[word] === node[bound] && node[word] !== undefined) delete node[bound];
      if (typeof node[word] === 'boolean') delete node[word];
    }
    if (isSchema && 'example' in node && !('examples' in node)) node.examples = [node.example];
    if (node.nullable === true) return allowNull(node, isOf30);
    // The validator does not accept `nullable: false` without a type.
    if (isSchema && typeof node.nullable === 'boolean') delete node.nullable;
    return undefined;
  });
  return untried;
}

/**
 * Makes a schema allow null. Where `nullable` has no effect (in 3.1, or without a `type` in 3.0), marks the schema, because
 * servers may accept or refuse null.
 */
function allowNull({ nullable: _nullable, ...schema }: Schema, isOf30: boolean): Schema {
  const { type, enum: listed } = schema;
  if (typeof type === 'string')
    return {
      ...{ ...schema, type: [type, 'null'] },
      ...(listed && { enum: listed.includes(null) ? listed : [...listed, null] }),
      ...(!isOf30 && { [perhapsNull]: true }),
    };
  if (type !== undefined || Object.keys(schema).length === 0) return schema;
  const words = Object.fromEntries(
    ['description', 'title', 'readOnly', 'writeOnly', 'deprecated'].flatMap((key) => (key in schema ? [[key, schema[key]]] : [])),
  );
  return { ...words, [perhapsNull]: true, anyOf: [schema, { type: 'null' }] };
}

/**
 * Strings that repeat a few characters many times and end with one that most patterns do not match. Slow patterns take a very
 * long time for such strings.
 */
const pumps = ['a', 'A', '0', ' ', '-', '.', '/', 'a.', 'a-', 'a '].map(
  (part) => `${part.repeat(Math.ceil(4000 / part.length))}\u0000`,
);

/** Milliseconds within which a pattern must process all these strings. */
const patience = 250;

const context = createContext({ expression: /a/, texts: pumps });
const trial = new Script('for (const text of texts) expression.test(text)');

/** Returns why a pattern cannot be run, or undefined if it can. */
function judgePattern(pattern: string): string | undefined {
  try {
    context.expression = readPattern(pattern, 'u');
  } catch {
    return 'is not a valid regular expression of JavaScript, which OpenAPI requires';
  }
  // On a busy machine, a pattern gets less CPU time than the limit, so it is tried again with longer limits.
  for (const factor of [1, 4, 16]) {
    const before = process.cpuUsage();
    try {
      trial.runInContext(context, { timeout: patience * factor });
      return undefined;
    } catch {}
    const { user, system } = process.cpuUsage(before);
    if (user + system > patience * 1000) break;
  }
  return 'takes too long on some texts';
}

const types = ['string', 'number', 'integer', 'boolean', 'object', 'array', 'null'];
const isType = (value: unknown): boolean => types.includes(value as string);
const isSchema = (value: unknown): boolean => isObject(value) || typeof value === 'boolean';
const isList = (value: unknown): boolean => Array.isArray(value) && value.length > 0 && value.every(isSchema);
const isNames = (value: unknown): boolean => Array.isArray(value) && value.every((one) => typeof one === 'string');
const isCount = (value: unknown): boolean => Number.isInteger(value) && (value as number) >= 0;
const isNumber = (value: unknown): boolean => typeof value === 'number' && Number.isFinite(value);
const isText = (value: unknown): boolean => typeof value === 'string';

type Form = (value: unknown) => boolean;
const each = (form: Form, ...keywords: string[]): Record<string, Form> =>
  Object.fromEntries(keywords.map((keyword) => [keyword, form]));

/** Functions that check a keyword's value. The validator cannot compile a schema in which the value has the wrong type. */
const forms: Record<string, Form> = {
  ...each(isCount, ...['Length', 'Items', 'Contains', 'Properties'].flatMap((what) => [`min${what}`, `max${what}`])),
  ...each(isNumber, 'minimum', 'maximum'),
  ...each((value) => isNumber(value) || typeof value === 'boolean', 'exclusiveMinimum', 'exclusiveMaximum'),
  ...each(isList, 'allOf', 'anyOf', 'oneOf', 'prefixItems'),
  ...each(isSchema, 'not', 'if', 'then', 'else', 'items', 'contains', 'propertyNames', 'additionalProperties'),
  ...each(isObject, 'properties', 'patternProperties', 'dependentSchemas', 'dependentRequired'),
  type: (value) => isType(value) || (Array.isArray(value) && value.length > 0 && value.every(isType)),
  enum: (value) => Array.isArray(value) && value.length > 0,
  multipleOf: (value) => isNumber(value) && (value as number) > 0,
  uniqueItems: (value) => typeof value === 'boolean',
  required: isNames,
  pattern: isText,
  format: isText,
};

/** Keywords that affect only values of one type. */
const ofType: Readonly<Record<string, readonly string[]>> = {
  string: ['minLength', 'maxLength', 'pattern'],
  number: ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf'],
  array: ['items', 'prefixItems', 'minItems', 'maxItems', 'uniqueItems', 'contains'],
  object: [
    ...['properties', 'patternProperties', 'additionalProperties', 'required', 'minProperties', 'maxProperties'],
    ...['propertyNames', 'dependentRequired', 'dependentSchemas'],
  ],
};

/** Removes keywords that have no effect because they are about a type that the schema does not allow. */
function dropStrays(schema: Schema): void {
  const stated = [schema.type ?? []].flat().map((type) => (type === 'integer' ? 'number' : type));
  if (stated.length === 0) return;
  for (const [type, keywords] of Object.entries(ofType))
    if (!stated.includes(type)) for (const keyword of keywords) delete schema[keyword];
}

/** Keywords that give a schema a name or a dialect. They are removed, because references in these documents are pointers. */
const names = ['$id', '$schema', '$anchor', '$dynamicAnchor', '$recursiveAnchor', '$vocabulary'];

/**
 * Changes a schema so that the validator can compile it. Returns the keywords that were removed because their value is invalid,
 * each with the reason.
 */
function mendSchema(schema: Schema): { keyword: string; reason: string }[] {
  for (const name of names) if (isText(schema[name])) delete schema[name];
  // Until draft 2019-09, a list in `items` meant what `prefixItems` means now.
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
    // Reports no empty list except an enum: an empty enum allows nothing, but any other empty list constrains nothing.
    if (Array.isArray(value) && value.length === 0 && keyword !== 'enum') return [];
    return [{ keyword, reason: `${keyword} is ${JSON.stringify(value)?.slice(0, 60)}, which no schema can have there` }];
  });
  dropStrays(schema);
  return reasons;
}
