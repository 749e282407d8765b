/** An operation whose body may be an object of the schema's properties and no others, dereferenced. */
export interface BodiedOperation {
  requestBody?: { content?: Readonly<Record<string, { schema?: BodySchema }>> };
}

interface BodySchema {
  properties?: Readonly<Record<string, unknown>>;
  additionalProperties?: unknown;
}

/** Returns the properties of an operation's body; undefined when others are allowed too. */
export function closedPropertiesOf({ requestBody }: BodiedOperation): ReadonlySet<string> | undefined {
  const { properties, additionalProperties } = requestBody?.content?.['application/json']?.schema ?? {};
  return properties && additionalProperties === false ? new Set(Object.keys(properties)) : undefined;
}
