/** An operation, dereferenced, whose body may be limited to the properties that its schema names. */
export interface BodiedOperation {
  requestBody?: { content?: Readonly<Record<string, { schema?: BodySchema }>> };
}

interface BodySchema {
  properties?: Readonly<Record<string, { type?: string | string[] }>>;
  required?: readonly string[];
  additionalProperties?: unknown;
}

/** Returns the properties of an operation's body; undefined when the body may have others too. */
export function closedPropertiesOf({ requestBody }: BodiedOperation): ReadonlySet<string> | undefined {
  const { properties, additionalProperties } = requestBody?.content?.['application/json']?.schema ?? {};
  return properties && additionalProperties === false ? new Set(Object.keys(properties)) : undefined;
}

/** Lists the optional properties of an operation's body for which null means the same as absence. */
export function absentWhenNull({ requestBody }: BodiedOperation): readonly string[] {
  const { properties = {}, required = [] } = requestBody?.content?.['application/json']?.schema ?? {};
  return Object.entries(properties).flatMap(([name, { type }]) =>
    [type].flat().includes('null') && !required.includes(name) ? [name] : [],
  );
}
