import { type Contract, presenceOf, type Requirement, requirementById, requirementsOf, type Schema } from './contract.ts';

/** Returns a property's schema without the keywords and states of unclaimed features. */
export function claimedSchema(contract: Contract, schema: Schema, features: ReadonlySet<string>): Schema {
  const unclaimed = requirementsOf(contract, schema)
    .filter((requirement) => featuresOf(requirement).some((feature) => !features.has(feature)))
    .flatMap(({ keywords }) => keywords ?? []);
  const claimed = Object.fromEntries(
    Object.entries(schema).filter(([keyword]) => !keyword.startsWith('x-') && !unclaimed.includes(keyword)),
  );
  if (!schema.enum || !('x-lifecycle' in schema)) return claimed;
  const isClaimed = (state: unknown): boolean => {
    const feature = contract.lifecycle.features[String(state)];
    return feature === undefined || features.has(feature);
  };
  return { ...claimed, enum: schema.enum.filter(isClaimed) };
}

/** Returns the features that a deployment must claim before the requirement applies to it. */
export function featuresOf({ support, feature, within }: Requirement): string[] {
  return support === 'core' ? [] : [feature ?? [], within ?? []].flat();
}

/** Returns whether a deployment that claims these features is held to a requirement. */
export function isClaimed(contract: Contract, id: string, features: ReadonlySet<string>): boolean {
  return featuresOf(requirementById(contract, id)).every((feature) => features.has(feature));
}

/** Returns the features that a property belongs to. A deployment that claims none of them may not know the property. */
export function featuresOfProperty(contract: Contract, schema: Schema): string[] {
  const own = schema['x-feature'];
  const stated = requirementsOf(contract, schema);
  const requirement = presenceOf(stated);
  return [...(typeof own === 'string' ? [own] : []), ...(requirement ? featuresOf(requirement) : [])];
}

/**
 * Returns whether a property must be present: it is listed in `required` or belongs to a feature. A claimed feature requires its
 * properties, because `required` would bind every deployment.
 */
export function isPromised({ properties, required }: Schema, name: string): boolean {
  return (required?.includes(name) ?? false) || 'x-feature' in (properties?.[name] ?? {});
}

/** Returns whether a deployment that claims these features is held to a property. */
export function isClaimedProperty(contract: Contract, schema: Schema, features: ReadonlySet<string>): boolean {
  return featuresOfProperty(contract, schema).every((feature) => features.has(feature));
}

/** Returns the requirement that a violated keyword breaks: the one that names the keyword, or else the property's own. */
export function requirementForKeyword(contract: Contract, schema: Schema, keyword: string, field: Requirement): Requirement {
  return requirementsOf(contract, schema).find(({ keywords }) => keywords?.includes(keyword)) ?? field;
}

/**
 * Lists the objects that a property may be, such as a card or a bank account, each as a schema that includes the common keywords.
 * Empty if the property allows no choice, or only one of strings and numbers.
 */
export function listAlternatives(schema: Schema): Schema[] {
  const { oneOf, anyOf, examples: _examples, ...common } = schema as Schema & { oneOf?: unknown; anyOf?: unknown };
  const branches = (oneOf ?? anyOf) as Schema[] | undefined;
  if (!Array.isArray(branches)) return [];
  return branches.filter(({ properties }) => properties !== undefined).map((branch) => ({ ...common, ...branch }) as Schema);
}
