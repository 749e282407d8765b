import type { Parameter, Requirement, Schema } from './contract.ts';
import { locate } from './follow-reference.ts';
import { inlineReferences } from './inline-references.ts';

/** Returns whether a parameter or a header must be sent. Here `required` is a boolean, while in a schema it is a list. */
export const isRequired = (parameter: Readonly<Record<string, unknown>>): boolean => parameter.required === true;

/**
 * Reads the parameters of an operation: those of its path, and its own, which replace ones with the same name and place.
 * @param shape returns the complete schema of a parameter
 */
export function readParameters(
  document: Schema,
  holders: { schema: Schema; pointer: string }[],
  listed: (schema: Schema) => Requirement[],
  shape: (holder: Schema, pointer: string) => Schema = (holder, pointer) =>
    inlineReferences(document, locate(document, holder, pointer, 'schema').schema),
): Parameter[] {
  const found = new Map<string, Parameter>();
  for (const { schema: holder, pointer } of holders)
    for (const [index, start] of ((holder.parameters ?? []) as Schema[]).entries()) {
      const { schema, pointer: at } = locate(document, start, `${pointer}/parameters/${index}`);
      const parameter: Parameter = {
        name: String(schema.name),
        in: schema.in as Parameter['in'],
        ...styleOf(schema),
        required: isRequired(schema),
        schema: withExamples(shape(schema, at), document, schema),
        ...(typeof schema['x-feature'] === 'string' && { feature: schema['x-feature'] }),
        ...(typeof schema['x-kept-seconds'] === 'number' && { keptSeconds: schema['x-kept-seconds'] }),
        requirements: listed(schema),
        ...('x-identifies' in schema && { identifies: String(schema['x-identifies']) }),
        pointer: at,
      };
      found.set(`${parameter.in} ${parameter.name}`, parameter);
    }
  return [...found.values()];
}

/** Returns what a parameter's `style` and `explode` write before and between its values. */
function styleOf({ name, in: place, style, explode }: Readonly<Record<string, unknown>>): Pick<Parameter, 'between' | 'before'> {
  const isExploded = explode === true;
  if (style === 'label') return { before: '.', between: isExploded ? '.' : ',' };
  if (style === 'matrix') return { before: `;${name}=`, between: isExploded ? `;${name}=` : ',' };
  if (style === 'spaceDelimited' || style === 'pipeDelimited')
    return { between: isExploded ? undefined : style === 'pipeDelimited' ? '%7C' : '%20' };
  return { between: explode === false || place === 'path' || place === 'header' ? ',' : undefined };
}

/** Adds the examples of a parameter to those of its schema, because OpenAPI allows them in both places. */
function withExamples(schema: Schema, document: Schema, { example, examples = {} }: Readonly<Record<string, unknown>>): Schema {
  const named = Object.values(examples as Record<string, Schema>).map((one) => locate(document, one, '').schema.value);
  const beside = [...(example === undefined ? [] : [example]), ...named];
  return beside.length === 0 ? schema : { ...schema, examples: [...((schema.examples ?? []) as unknown[]), ...beside] };
}
