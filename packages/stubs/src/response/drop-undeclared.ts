import { escapeStep } from '../request/explain-errors.ts';

/** The properties that a schema names, at every level. `names` and `items` are undefined where nothing is to be dropped. */
export interface Declared {
  names: ReadonlyMap<string, Declared> | undefined;
  items: Declared | undefined;
}

/** The keywords of a dereferenced schema that say which properties a value may have. */
interface Schema {
  properties?: Readonly<Record<string, Schema>>;
  additionalProperties?: boolean | Schema;
  patternProperties?: object;
  unevaluatedProperties?: unknown;
  items?: Schema | boolean;
  prefixItems?: readonly unknown[];
  allOf?: readonly Schema[];
  anyOf?: readonly Schema[];
  oneOf?: readonly Schema[];
  if?: Schema;
  then?: Schema;
  else?: Schema;
  $ref?: string;
}

/** Lists the properties that a schema and its parts (`allOf` and the like) name, at every level. */
export function declaredBy(schema: Schema): Declared {
  const parts = partsOf(schema);
  const isOpen = parts.some(
    ({ $ref, additionalProperties, patternProperties, unevaluatedProperties }) =>
      $ref !== undefined || additionalProperties || patternProperties || unevaluatedProperties,
  );
  const schemas = new Map<string, Schema[]>();
  for (const { properties = {} } of parts) {
    for (const [name, property] of Object.entries(properties)) schemas.set(name, [...(schemas.get(name) ?? []), property]);
  }
  const items = parts.flatMap((part) => (typeof part.items === 'object' && !part.prefixItems ? [part.items] : []));
  return {
    names:
      isOpen || schemas.size === 0 ? undefined : new Map([...schemas].map(([name, same]) => [name, declaredBy({ allOf: same })])),
    items: items.length === 0 ? undefined : declaredBy({ allOf: items }),
  };
}

function partsOf(schema: Schema): Schema[] {
  const { allOf = [], anyOf = [], oneOf = [], if: condition, then, else: other } = schema;
  const conditional = [condition, then, other].filter((part) => part !== undefined);
  return [schema, ...[...allOf, ...anyOf, ...oneOf, ...conditional].flatMap(partsOf)];
}

/** Returns a value without its undeclared properties. `dropped` receives the place of each as a JSON pointer (RFC 6901). */
export function dropUndeclared(value: unknown, { names, items }: Declared, dropped: string[], at = ''): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) {
    if (items === undefined) return value;
    const kept = value.map((item, index) => dropUndeclared(item, items, dropped, `${at}/${index}`));
    return kept.some((item, index) => item !== value[index]) ? kept : value;
  }
  if (names === undefined) return value;
  const object = value as Record<string, unknown>;
  // Copies the value only when a property is dropped, because every response is checked here and nearly all stay unchanged.
  let changed = false;
  for (const name in object) {
    const below = names.get(name);
    if (below === undefined) changed = true;
    else if (typeof object[name] === 'object' && object[name] !== null && (below.names || below.items)) changed = true;
  }
  if (!changed) return value;
  const pointerOf = (name: string) => `${at}/${escapeStep(name)}`;
  const kept = Object.entries(object).flatMap(([name, part]) => {
    const below = names.get(name);
    if (below) return [[name, dropUndeclared(part, below, dropped, pointerOf(name))] as const];
    dropped.push(pointerOf(name));
    return [];
  });
  return kept.length === Object.keys(object).length && kept.every(([name, part]) => part === object[name])
    ? value
    : Object.fromEntries(kept);
}
