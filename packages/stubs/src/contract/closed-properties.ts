/** An operation whose body may be an object of the schema's properties and no others, dereferenced. */
export interface BodiedOperation {
  requestBody?: { content?: Readonly<Record<string, { schema?: BodySchema }>> };
}

interface BodySchema {
  properties?: Readonly<Record<string, { type?: string | string[] }>>;
  required?: readonly string[];
  additionalProperties?: unknown;
}

/** Returns the properties of an operation's body; undefined when others are allowed too. */
export function closedPropertiesOf({ requestBody }: BodiedOperation): ReadonlySet<string> | undefined {
  const { properties, additionalProperties } = requestBody?.content?.['application/json']?.schema ?? {};
  return properties && additionalProperties === false ? new Set(Object.keys(properties)) : undefined;
}

/** Lists the properties of an operation's body that may be left out, and for which null is the same. */
export function absentWhenNull({ requestBody }: BodiedOperation): readonly string[] {
  const { properties = {}, required = [] } = requestBody?.content?.['application/json']?.schema ?? {};
  return Object.entries(properties).flatMap(([name, { type }]) =>
    [type].flat().includes('null') && !required.includes(name) ? [name] : [],
  );
}
