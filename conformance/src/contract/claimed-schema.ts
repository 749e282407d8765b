import { type Contract, type Requirement, requirementsOf, type Schema } from './contract.ts';

/**
 * The schema of a member with only those keywords that a deployment claiming `features` is held to:
 * a keyword that rests on a requirement of another feature is left out.
 */
export function claimedSchema(contract: Contract, schema: Schema, features: ReadonlySet<string>): Schema {
  const unclaimed = requirementsOf(contract, schema)
    .filter((requirement) => requirement.support === 'extended' && !features.has(requirement.feature ?? ''))
    .flatMap(({ keywords }) => keywords ?? []);
  return Object.fromEntries(
    Object.entries(schema).filter(([keyword]) => !keyword.startsWith('x-') && !unclaimed.includes(keyword)),
  );
}

/** The requirement that a broken keyword breaks: the one that owns the keyword, else the member's own. */
export function requirementForKeyword(contract: Contract, schema: Schema, keyword: string, field: Requirement): Requirement {
  return requirementsOf(contract, schema).find(({ keywords }) => keywords?.includes(keyword)) ?? field;
}
