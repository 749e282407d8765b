import type { Parameter, Requirement, Schema } from './contract.ts';
import { exampleValues, inlineReferences, type Located, locate } from './follow-reference.ts';
import type { Style } from './plain/facts.ts';

/** Returns whether a parameter or header is required. Here `required` is a boolean, and not a list as in a schema. */
export const isRequired = (parameter: Readonly<Record<string, unknown>>): boolean => parameter.required === true;

/**
 * Reads the parameters of an operation. They replace parameters of its path item that have the same name and location.
 * @param shape returns the complete schema of a parameter
 */
export function readParameters(
  document: Schema,
  holders: Located[],
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
        ...(isJsonContent(schema) && { isJson: true }),
        required: isRequired(schema),
        schema: withRelations(withExamples(shape(schema, at), document, schema), schema),
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

/** Derives from `style` and `explode` how lists and objects are serialized. */
export function styleOf({ name, in: place, style, explode }: Readonly<Record<string, unknown>>): Style {
  const isExploded = explode === true;
  const entries = (before: string, equals: string, between: string) => ({ entries: { before, equals, between } });
  if (style === 'label')
    return { before: '.', between: isExploded ? '.' : ',', ...(isExploded ? entries('.', '=', '.') : entries('.', ',', ',')) };
  if (style === 'matrix')
    return {
      ...{ before: `;${name}=`, between: isExploded ? `;${name}=` : ',' },
      ...(isExploded ? entries(';', '=', ';') : entries(`;${name}=`, ',', ',')),
    };
  if (style === 'deepObject') return { between: undefined, ...(place === 'query' && { entries: 'deep' }) };
  if (style === 'spaceDelimited' || style === 'pipeDelimited') {
    const sign = style === 'pipeDelimited' ? '%7C' : '%20';
    return isExploded ? { between: undefined } : { between: sign, ...entries('', sign, sign) };
  }
  if (place === 'path' || place === 'header') return { between: ',', ...entries('', isExploded ? '=' : ',', ',') };
  if (explode === false) return { between: ',', ...entries('', ',', ',') };
  return { between: undefined, ...(place === 'query' && { entries: 'apart' }) };
}

const isJsonContent = ({ content }: Schema): boolean => Object.keys(Object(content)).join() === 'application/json';

/** Copies a parameter's relations into its schema, because a property's relations are in the property's schema too. */
const withRelations = (schema: Schema, { 'x-relations': relations }: Schema): Schema =>
  relations === undefined ? schema : { ...schema, 'x-relations': relations };

/** Adds a parameter's examples to those of its schema, because OpenAPI allows them in both places. */
function withExamples(schema: Schema, document: Schema, parameter: Schema): Schema {
  const { example } = parameter;
  const beside = [...(example === undefined ? [] : [example]), ...exampleValues(document, parameter)];
  return beside.length === 0 ? schema : { ...schema, examples: [...((schema.examples ?? []) as unknown[]), ...beside] };
}
