import { compileSchema } from '../compile-schema.ts';
import type { Parameter, Schema } from '../contract.ts';
import { pointed } from '../follow-reference.ts';
import { sampleOf } from '../sample-of.ts';
import { giveExamples } from './give-examples.ts';

/** Used as the schema of a parameter that has none. */
export const noSchema: Schema = { not: {} };

const isFlat = (value: unknown): boolean => typeof value !== 'object' || value === null;
const areFlat = (values: unknown[]): boolean => values.every(isFlat);

/**
 * Returns why a parameter cannot be sent, or undefined if it can. Removes optional properties from an object's schema if the
 * parameter's style cannot serialize them.
 */
export function judgeParameter(parameter: Parameter, leave: (pointer: string, reason: string) => void): string | undefined {
  const { name, schema, pointer, in: place, isJson } = parameter;
  if (schema === noSchema) return 'has no schema, and the suite writes only JSON there';
  if (!['path', 'query', 'header', 'cookie'].includes(place)) return `stands in ${JSON.stringify(place)}, which is no place`;
  giveExamples(schema, pointer);
  try {
    const sample = sampleOf(schema, pointer);
    if (isJson || isFlat(sample) || (Array.isArray(sample) && areFlat(sample))) return undefined;
    if (Array.isArray(sample)) return 'is a list of lists or objects, which OpenAPI has no style for';
    if (parameter.entries === undefined) return 'is an object, and OpenAPI does not say how its style writes one';
    for (const [key, property] of Object.entries(schema.properties ?? {})) {
      if (isFlat(sampleOf(property, `${pointer}/${key}`))) continue;
      const reason = `holds a list or an object under ${key}, which OpenAPI has no style for`;
      if (schema.required?.includes(key)) return reason;
      leave(`${pointer}/properties/${pointed(key)}`, `${name} ${reason}`);
      schema.properties = Object.fromEntries(Object.entries(schema.properties ?? {}).filter(([one]) => one !== key));
    }
    return giveEntries(schema, sampleOf(schema, pointer) as Schema, pointer) ? undefined : 'has no entry that can be sent';
  } catch (error) {
    return `has no value: ${(error as Error).message.replace(/\.$/, '')}`;
  }
}

/**
 * Adds an example with members to the schema of an object, because an empty object is serialized in the same way as an absent
 * one.
 */
function giveEntries(schema: Schema, sample: Schema, pointer: string): boolean {
  const isRight = (value: Schema): boolean =>
    Object.keys(value).length > 0 && areFlat(Object.values(value)) && (compileSchema({ ...schema })(value) as boolean);
  const properties = Object.entries(schema.properties ?? {});
  const all = Object.fromEntries(properties.map(([key, property]) => [key, sampleOf(property, `${pointer}/${key}`)]));
  const others = schema.additionalProperties;
  const free = others === false ? {} : { key: sampleOf(typeof others === 'object' ? others : {}, pointer) };
  const found = [sample, all, ...Object.entries(all).map(([key, value]) => ({ [key]: value })), free].find(isRight);
  if (found !== undefined) schema.examples = [found, ...((schema.examples ?? []) as unknown[]).filter((one) => one !== found)];
  return found !== undefined;
}
