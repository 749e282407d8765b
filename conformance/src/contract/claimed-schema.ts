import { type Contract, presenceOf, type Requirement, requirementById, requirementsOf, type Schema } from './contract.ts';

/**
 * Returns a property's schema with only the keywords that a deployment claiming `features` is held to: those of a
 * requirement of another feature are left out, and so are the states of another feature.
 */
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

/** Returns the features that must be claimed for a requirement to be demanded. */
export function featuresOf({ support, feature, within }: Requirement): string[] {
  return support === 'core' ? [] : [feature ?? [], within ?? []].flat();
}

/** Tells if a deployment that claims these features is held to a requirement. */
export function isClaimed(contract: Contract, id: string, features: ReadonlySet<string>): boolean {
  return featuresOf(requirementById(contract, id)).every((feature) => features.has(feature));
}

/** Returns the features that a property belongs to: a deployment that claims none of them may not know it. */
export function featuresOfProperty(contract: Contract, schema: Schema): string[] {
  const own = schema['x-feature'];
  const stated = requirementsOf(contract, schema);
  const requirement = presenceOf(stated);
  return [...(typeof own === 'string' ? [own] : []), ...(requirement ? featuresOf(requirement) : [])];
}

/**
 * Tells if a property of an object has to be there: it is required, or of a feature, which nothing outside that may require, so
 * that the claim says that it is there.
 */
export function isPromised({ properties, required }: Schema, name: string): boolean {
  return (required?.includes(name) ?? false) || 'x-feature' in (properties?.[name] ?? {});
}

/** Tells if a deployment that claims these features is held to a property. */
export function isClaimedProperty(contract: Contract, schema: Schema, features: ReadonlySet<string>): boolean {
  return featuresOfProperty(contract, schema).every((feature) => features.has(feature));
}

/** Returns the requirement that a broken keyword breaks: the one that owns the keyword, or else the property's own. */
export function requirementForKeyword(contract: Contract, schema: Schema, keyword: string, field: Requirement): Requirement {
  return requirementsOf(contract, schema).find(({ keywords }) => keywords?.includes(keyword)) ?? field;
}
