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

/** The bounds of a number in a body. */
export interface BoundedNumber {
  name: string;
  minimum: number | undefined;
  maximum: number | undefined;
}

/** Lists the numbers of an operation's body that have a bound which belongs to them. */
export function boundedNumbersOf({ requestBody }: BodiedOperation): readonly BoundedNumber[] {
  const { properties = {} } = requestBody?.content?.['application/json']?.schema ?? {};
  return Object.entries(properties).flatMap(([name, schema]) => {
    const { minimum, maximum } = schema as Partial<BoundedNumber>;
    return minimum === undefined && maximum === undefined ? [] : [{ name, minimum, maximum }];
  });
}
