import type { Parameter, Requirement, Schema } from './contract.ts';
import { locate } from './follow-reference.ts';
import { inlineReferences } from './inline-references.ts';

/** Reads the parameters of an operation: those of its path, and its own, which replace ones of the same name. */
export function readParameters(
  document: Schema,
  holders: { schema: Schema; pointer: string }[],
  listed: (schema: Schema) => Requirement[],
): Parameter[] {
  const found = new Map<string, Parameter>();
  for (const { schema: holder, pointer } of holders)
    for (const [index, start] of ((holder.parameters ?? []) as Schema[]).entries()) {
      const { schema, pointer: at } = locate(document, start, `${pointer}/parameters/${index}`);
      const parameter: Parameter = {
        name: String(schema.name),
        in: schema.in as Parameter['in'],
        required: schema.required === (true as unknown),
        schema: inlineReferences(document, locate(document, schema, at, 'schema').schema),
        ...(typeof schema['x-feature'] === 'string' && { feature: schema['x-feature'] }),
        requirements: listed(schema),
        identifies: 'x-identifies' in schema,
        pointer: at,
      };
      found.set(`${parameter.in} ${parameter.name}`, parameter);
    }
  return [...found.values()];
}
