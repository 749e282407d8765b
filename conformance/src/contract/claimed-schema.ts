import { type Contract, type Requirement, requirementsOf, type Schema } from './contract.ts';

/**
 * Returns a property's schema with only the keywords that a deployment claiming `features` is held to: those of a
 * requirement of another feature are left out.
 */
export function claimedSchema(contract: Contract, schema: Schema, features: ReadonlySet<string>): Schema {
  const unclaimed = requirementsOf(contract, schema)
    .filter((requirement) => requirement.support === 'extended' && !features.has(requirement.feature ?? ''))
    .flatMap(({ keywords }) => keywords ?? []);
  return Object.fromEntries(
    Object.entries(schema).filter(([keyword]) => !keyword.startsWith('x-') && !unclaimed.includes(keyword)),
  );
}

/** Returns the requirement that a broken keyword breaks: the one that owns the keyword, or else the property's own. */
export function requirementForKeyword(contract: Contract, schema: Schema, keyword: string, field: Requirement): Requirement {
  return requirementsOf(contract, schema).find(({ keywords }) => keywords?.includes(keyword)) ?? field;
}
